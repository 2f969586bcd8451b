import sql from 'sql-template-tag'
import { describe, expect, it, onTestFinished } from 'vitest'
import { gateways } from '../../../src/contract/gateways'
import { IMPORT_BYTES_MAX, IMPORT_ROWS_MAX, importPath } from '../../../src/contract/import'
import { createPath } from '../../../src/contract/resource'
import type { AnyBody } from '../../support/server/calls'
import { interrupted } from '../../support/server/interrupted'
import { importing } from '../../support/rows/importing'
import { unique } from '../../support/rows/rows'

const { server, call, send, gatewayFile } = importing()

describe('a file', () => {
  it.each([
    ['is empty', '', 'The file is empty'],
    ['has blank lines alone', '\r\n\r\n', 'The file is empty'],
    ['has a header alone', gatewayFile({}).split('\r\n')[0] ?? '', 'The file has a header and no rows'],
    ['does not close a quotation mark', `${gatewayFile({})}"open,`, 'A quotation mark in line 3 is not closed, or not doubled'],
    ['is UTF-16', 'n\0a\0m\0e\0', 'The file is not UTF-8 text: save it as “CSV UTF-8”'],
  ])('is refused when it %s', async (_what, body, message) => {
    const answer = await send(gateways, body)
    expect(answer).toMatchObject({ status: 422, body: { code: 'invalid', message } })
  })

  it('is refused when its bytes are not UTF-8', async () => {
    const answer = await server.app.inject({
      method: 'POST',
      url: importPath(gateways),
      headers: { authorization: `Bearer ${await server.signIn()}`, 'content-type': 'text/csv' },
      payload: Buffer.from('name\r\nGew\xe4chshaus\r\n', 'latin1'),
    })
    expect([answer.statusCode, answer.json<AnyBody>().message]).toEqual([
      422,
      'The file is not UTF-8 text: save it as “CSV UTF-8”',
    ])
  })

  it('is refused when its sender was deactivated while it arrived, and no row is stored', async () => {
    const name = unique()
    const token = await server.signIn()
    const deactivate = () => server.db.query(sql`update users set active = false`)
    onTestFinished(async () => void (await server.db.query(sql`update users set active = true`)))
    const answer = await server.app.inject({
      method: 'POST',
      url: importPath(gateways),
      headers: { authorization: `Bearer ${token}`, 'content-type': 'text/csv' },
      payload: interrupted(Buffer.from(gatewayFile({ name })), deactivate),
    })
    expect([answer.statusCode, answer.json<AnyBody>().code]).toEqual([401, 'unauthenticated'])
    expect((await server.db.query(sql`select from gateways where name = ${name}`)).rows).toEqual([])
  })

  it('is refused with a sentence about each unknown, nameless or repeated column', async () => {
    const [header = '', row = ''] = gatewayFile({}).split('\r\n')
    const { status, body } = await send(gateways, `${header},colour,name,,reject.line,state\r\n${row},red,x,y,7,online\r\n`)

    expect(status).toBe(422)
    expect(body.fields).toEqual({
      '': 'Column 16 has no name',
      colour: 'The column colour is not a known field',
      name: 'The column name appears twice',
    })
  })

  it.each([
    ['JSON', 'application/json', '{}', 415, 'Send CSV: Content-Type text/csv'],
    ['CSV in Latin-1', 'text/csv; charset=iso-8859-1', 'name\r\nx', 415, 'Send CSV in UTF-8'],
    ['too many bytes', 'text/csv', 'x'.repeat(IMPORT_BYTES_MAX + 1), 413, 'The file is larger than 8 MiB: import it in parts'],
  ])('is refused when it is %s', async (_what, type, body, status, message) => {
    expect(await send(gateways, body, { headers: { 'content-type': type } })).toMatchObject({ status, body: { message } })
  })

  it('is refused when it has too many rows', async () => {
    const [header = '', row = ''] = gatewayFile({}).split('\r\n')
    const answer = await send(gateways, `${header}\r\n${`${row}\r\n`.repeat(IMPORT_ROWS_MAX + 1)}`)
    expect(answer).toMatchObject({ status: 413, body: { message: 'The file has more than 10,000 rows: import it in parts' } })
  })

  it('is not accepted by other calls', async () => {
    const headers = { 'content-type': 'text/csv' }
    expect((await call('POST', createPath(gateways), { body: gatewayFile({}), headers })).status).toBe(415)
  })

  it('is accepted with a byte order mark, quotes, blank lines and any line breaks', async () => {
    const [name, other] = [`Gate "${unique()}", north`, `Gate ${unique()}`]
    const crlf = gatewayFile({ name, description: 'one\ntwo' }, { name: other })
    const { body } = await send(gateways, `\uFEFF\r\n${crlf}\r\n\r\n`)
    expect(body.result).toEqual({ created: 2, errors: [] })
    for (const [afterHeader, afterRows] of [
      ['\n', '\n'],
      ['\r', '\r'],
      ['\r\n', '\n'],
      ['\n', '\r\n'],
    ]) {
      const [header, ...lines] = gatewayFile({}, {}).split('\r\n')
      const answer = await send(gateways, `${header}${afterHeader}${lines.join(afterRows)}`)
      expect(answer.body.result).toEqual({ created: 2, errors: [] })
    }
    const { rows } = await server.db.query<{ name: string; description: string }>(
      sql`select name, description from gateways where name = ${name}`,
    )
    expect(rows).toEqual([{ name, description: 'one\ntwo' }])
  })
})

describe('the query of an import', () => {
  it.each([
    ['?dryRun=maybe', 'dryRun must be true or false'],
    ['?dryrun=true', 'dryrun is not a parameter of this call'],
    ['?dryRun=true&colour=red', 'colour is not a parameter of this call'],
    ['?dryRun=true&dryRun=false', 'dryRun must be true or false'],
  ])('is refused when it is %s', async (query, message) => {
    expect(await send(gateways, gatewayFile({}), { query })).toMatchObject({ status: 400, body: { code: 'bad_query', message } })
  })
})
