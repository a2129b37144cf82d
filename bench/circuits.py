"""Speed of building circuits: nodes a second, for products and sums of 64 bits."""

import time

from surefoot.circuits import words
from surefoot.circuits.graph import Graph


def main() -> None:
    """Print one line."""
    graph = Graph()
    begun = time.process_time()
    while len(graph) < 400_000:
        a, b = graph.inputs(64), graph.inputs(64)
        words.add(graph, words.multiply(graph, a, b), a)
    seconds = time.process_time() - begun
    print(f"circuits: {len(graph) / seconds / 1e6:.2f} million nodes a second")


if __name__ == "__main__":
    main()
