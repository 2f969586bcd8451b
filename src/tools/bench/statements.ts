/** What stands in a text of SQL for a name in braces, such as how many rows of a table. */
export type Counts = Readonly<Record<string, number | string>>

/** The statements of a text of SQL, the names in braces replaced. */
export function statementsOf(text: string, counts: Counts): string[] {
  const filled = text.replace(/^--.*\n/gm, '').replace(/\{(\w+)\}/g, (whole, table: string) => String(counts[table] ?? whole))
  return filled.split(/;\s*\n/).filter((part) => part.trim() !== '')
}
