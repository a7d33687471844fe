# Fingerprints of generated inputs. A change here changes every published workload.
# shellcheck shell=bash
golden 0e563d97b3f9851c bacteria random:cases=3,seed=1
golden dd4c4e84b0770d11 bacteria clustered:cases=3,seed=1
golden 8e4de8358ac0393b bacteria worst:cases=3,seed=1
golden 15e9e43a89716d73 bacteria every:cells=5
golden 022913bb204c34bd bacteria mix:cases=50,seed=1
golden 3fc66fb456bfa1f8 darkraft random:cases=3,seed=1
golden 1b7edb54d23982f1 darkraft clustered:cases=3,seed=1
golden e303d1a0a6b04e41 darkraft worst:cases=3,seed=1
golden 5285b9c507c18efa darkraft every:cells=3
golden a965359618e3a7e5 darkraft mix:cases=50,seed=1
golden f698bb596aace536 boardgame random:cases=3,seed=1
golden 90c44b76f0a814c9 boardgame clustered:cases=3,seed=1
golden 4712e02780d61119 boardgame worst:cases=3,seed=1
golden 66e1e63ba4dcdace boardgame every:cells=4
golden 334520fb8b838dd4 boardgame mix:cases=50,seed=1
golden e1c43816ab81528a boardgame row:n=3,m=5,k=3
