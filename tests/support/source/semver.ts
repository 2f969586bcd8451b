/** Compares versions by the precedence of Semantic Versioning (§11), written down plainly; ignores build metadata. */
export function compareSemver(a: string, b: string): number {
  const [one, other] = [parts(a), parts(b)]
  return compareLists(one.core, other.core) || Number(one.pre === null) - Number(other.pre === null) || comparePre(one, other)
}

interface Parts {
  readonly core: readonly number[]
  readonly pre: readonly string[] | null
}

function parts(version: string): Parts {
  const [plain = ''] = version.split('+', 1)
  const at = plain.indexOf('-')
  const core = (at < 0 ? plain : plain.slice(0, at)).split('.').map(Number)
  return { core, pre: at < 0 ? null : plain.slice(at + 1).split('.') }
}

function comparePre({ pre: a }: Parts, { pre: b }: Parts): number {
  if (a === null || b === null) return 0
  for (const [at, one] of a.entries()) {
    const other = b[at]
    if (other === undefined) return 1
    const found = compareIdentifiers(one, other)
    if (found !== 0) return found
  }
  return a.length - b.length
}

function compareIdentifiers(a: string, b: string): number {
  const [one, other] = [/^\d+$/.test(a), /^\d+$/.test(b)]
  if (one && other) return Number(a) - Number(b)
  if (one !== other) return one ? -1 : 1
  return a < b ? -1 : Number(a > b)
}

function compareLists(a: readonly number[], b: readonly number[]): number {
  return a.map((one, at) => one - (b[at] ?? 0)).find((difference) => difference !== 0) ?? 0
}
