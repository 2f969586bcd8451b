// Writes to the database in the folder named by its first argument until it is killed, and prints what was acknowledged: "row 7" after a
// single statement, "block 3" after a transaction of twenty rows.
import sql from 'sql-template-tag'
import { openDatabase } from '../../../../src/server/db/open'

const [, , dataDir = '', template = ''] = process.argv
const db = await openDatabase({ dataDir, databaseUrl: null, publicUrl: 'http://writer.test' }, { template })
await db.query(
  sql`create table if not exists written (kind text, number integer, part integer, primary key (kind, number, part))`,
)
const { rows } = await db.query<{ last: number | null }>(sql`select max(number) as last from written`)

async function writeRows(first: number): Promise<never> {
  for (let number = first; ; number += 1) {
    await db.query(sql`insert into written values ('row', ${number}, 0)`)
    process.stdout.write(`row ${number}\n`)
  }
}

async function writeBlocks(first: number): Promise<never> {
  for (let number = first; ; number += 1) {
    await db.transaction(async (tx) => {
      for (let part = 0; part < 20; part += 1) await tx.query(sql`insert into written values ('block', ${number}, ${part})`)
    })
    process.stdout.write(`block ${number}\n`)
  }
}

const next = (rows[0]?.last ?? 0) + 1
await Promise.all([writeRows(next), writeBlocks(next)])
