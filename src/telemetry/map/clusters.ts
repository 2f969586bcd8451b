/** An item's position in a drawing, in pixels. */
export interface Placed {
  readonly x: number
  readonly y: number
}

/** Items drawn as one marker at their centre. */
export interface Cluster<Item> extends Placed {
  readonly items: readonly Item[]
}

/**
 * Groups items within `reach` of a cluster's first item. Compares only neighbouring cells of a grid, so that thousands of items take no
 * longer than drawing them.
 */
export function clustersOf<Item extends Placed>(items: readonly Item[], reach: number): Cluster<Item>[] {
  const grid = new Map<string, Item[][]>()
  const all: Item[][] = []
  for (const item of items) {
    const [column, row] = [Math.floor(item.x / reach), Math.floor(item.y / reach)]
    const near = [-1, 0, 1].flatMap((right) => [-1, 0, 1].flatMap((down) => grid.get(`${column + right} ${row + down}`) ?? []))
    const found = near.find(([first]) => first !== undefined && Math.hypot(first.x - item.x, first.y - item.y) < reach)
    if (found !== undefined) {
      found.push(item)
      continue
    }
    const cluster = [item]
    all.push(cluster)
    grid.set(`${column} ${row}`, [...(grid.get(`${column} ${row}`) ?? []), cluster])
  }
  return all.map((cluster) => ({ items: cluster, x: middle(cluster, 'x'), y: middle(cluster, 'y') }))
}

function middle(items: readonly Placed[], axis: 'x' | 'y'): number {
  return items.reduce((sum, item) => sum + item[axis], 0) / items.length
}
