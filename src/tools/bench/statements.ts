/** The values for names in braces in a text of SQL, such as the number of rows of a table. */
export type Counts = Readonly<Record<string, number | string>>

/** Splits a text of SQL into statements, with the names in braces replaced. */
export function statementsOf(text: string, counts: Counts): string[] {
  const filled = text.replace(/^--.*\n/gm, '').replace(/\{(\w+)\}/g, (whole, table: string) => String(counts[table] ?? whole))
  return filled.split(/;\s*\n/).filter((part) => part.trim() !== '')
}
