/** A step between two states of a graph, by their keys; taking one step of a goal reaches the goal. */
export interface Edge {
  readonly from: string
  readonly to: string
  readonly goal: string
}

/**
 * Plans a few long walks from the start that together reach every goal: each continues to the nearest goal not yet reached, until it is
 * long enough. The seed decides between equally near ones.
 */
export function planWalks<E extends Edge>(
  start: string,
  edges: readonly E[],
  seed: number,
  longest: number,
): readonly (readonly E[])[] {
  const leaving = new Map<string, E[]>()
  for (const edge of shuffled(edges, createRandom(seed))) leaving.set(edge.from, [...(leaving.get(edge.from) ?? []), edge])
  const open = new Set(edges.map(({ goal }) => goal))
  const walks: (readonly E[])[] = []
  while (open.size > 0) {
    const walked: E[] = []
    for (let way = nearest(start, leaving, open); way !== null; way = nearest(walked.at(-1)?.to ?? start, leaving, open)) {
      if (walked.length > 0 && walked.length + way.length > longest) break
      for (const { goal } of way) open.delete(goal)
      walked.push(...way)
    }
    if (walked.length === 0) throw new Error(`No way leads to: ${[...open].join('; ')}`)
    walks.push(walked)
  }
  return walks
}

/** Returns the shortest way from a state to an open goal, its last step included. */
function nearest<E extends Edge>(
  from: string,
  leaving: ReadonlyMap<string, readonly E[]>,
  open: ReadonlySet<string>,
): readonly E[] | null {
  const ways = new Map<string, readonly E[]>([[from, []]])
  for (const [at, way] of ways)
    for (const edge of leaving.get(at) ?? []) {
      if (open.has(edge.goal)) return [...way, edge]
      if (!ways.has(edge.to)) ways.set(edge.to, [...way, edge])
    }
  return null
}

/** Returns a generator of pseudo-random numbers from 0 to below 1, the same for the same seed. */
function createRandom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

function shuffled<T>(items: readonly T[], random: () => number): readonly T[] {
  return items
    .map((item) => ({ item, at: random() }))
    .toSorted((a, b) => a.at - b.at)
    .map(({ item }) => item)
}
