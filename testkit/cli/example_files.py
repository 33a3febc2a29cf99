"""Files that the examples of the command line and of the guide use."""

SPINS = "pocket\n" + "".join(f"{7 * place * place % 37}\n" for place in range(120))
OWN_SYSTEM = """
def my_system(state=(1, 0), laid=1, won=True):
    return (1, 0) if won else (laid + state[1], 1)
"""
