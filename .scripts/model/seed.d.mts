export function seedOf(env: Readonly<Record<string, string | undefined>>, now: number): number
