import sql, { raw } from 'sql-template-tag'
import { beforeAll } from 'vitest'
import { rowCells } from '../../../src/contract/cells'
import { gateways } from '../../../src/contract/gateways'
import { importPath, type ImportOutcome } from '../../../src/contract/import'
import type { Resource } from '../../../src/contract/resource'
import { toCsv } from '../../../src/crud/model/csv'
import type { AnyBody, Answer, Call } from '../server/calls'
import { callAt, oneServer } from '../server/hooks'
import { gatewayDraft, insertHardware } from './rows'
import type { TestServer } from '../server/server'

type Imported = Answer<Omit<AnyBody, 'result'> & { readonly result: ImportOutcome }>

/** What tests of imports send and call. */
export interface Importing {
  readonly server: TestServer
  readonly call: Call
  send(resource: Resource, file: string, more?: { query?: string; headers?: Readonly<Record<string, string>> }): Promise<Imported>
  dryRun(resource: Resource, file: string): Promise<Imported>
  /** Makes a file of gateways on one hardware, each with these changes. */
  gatewayFile(...changes: readonly object[]): string
  hardwareId(): string
  /** Counts the rows of a resource. */
  count(resource: Resource): Promise<number>
}

/** Starts one server for the tests of a file, with a user who imports. */
export function importing(): Importing {
  const server = oneServer()
  const call = callAt(server)
  let hardwareId = ''
  beforeAll(async () => {
    hardwareId = await insertHardware(server.db, { vendor: 'Fernwerk', model: 'Import', revision: 'r1' })
  })
  const send: Importing['send'] = (resource, body, { query = '', headers = {} } = {}) =>
    call('POST', `${importPath(resource)}${query}`, { body, headers: { 'content-type': 'text/csv', ...headers } })
  return {
    server,
    call,
    send,
    dryRun: (resource, file) => send(resource, file, { query: '?dryRun=true' }),
    gatewayFile: (...changes) =>
      fileOf(
        gateways,
        changes.map((change) => ({ ...gatewayDraft(hardwareId), ...change })),
      ),
    hardwareId: () => hardwareId,
    count: async (resource) => {
      const { rows } = await server.db.query<{ n: number }>(sql`select count(*) as n from ${raw(tableOf(resource))}`)
      return rows[0]?.n ?? 0
    },
  }
}

/** Returns the name of a resource's table, where it is the last part of its path. */
export function tableOf({ path }: Resource): string {
  return path.split('/').at(-1) ?? ''
}

/** Makes the file that an export of these drafts would write. */
export function fileOf(resource: Resource, drafts: readonly object[]): string {
  return toCsv(drafts.map((draft) => rowCells(resource.draft.describe().fields, draft)))
}
