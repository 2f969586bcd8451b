import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import { beforeAll, describe, expect, it } from 'vitest'
import { accountPaths, endOthersPath } from '../../../src/contract/account'
import { bulkFields, historyPath } from '../../../src/contract/bulk'
import { resources } from '../../../src/contract/index'
import { INVITATIONS_PATH } from '../../../src/contract/invitations'
import { createPath, itemPath, updatePath, type Resource } from '../../../src/contract/resource'
import { sessionPaths } from '../../../src/contract/session'
import { callWith, type Call } from '../../support/server/calls'
import { fillAll, requiredDrafts } from '../../support/rows/fill'
import { callAt, oneServer } from '../../support/server/hooks'
import { ADMIN } from '../../support/server/server'

interface Operation {
  readonly summary?: string
  readonly tags?: readonly string[]
  readonly security?: readonly object[]
  readonly parameters?: readonly { readonly name: string; readonly in: string; readonly schema: object }[]
  readonly requestBody?: { readonly content: { readonly 'application/json': { readonly schema: object } } }
  readonly responses: Readonly<
    Record<string, { readonly content?: { readonly 'application/json': { readonly schema: object } } }>
  >
}
interface Document {
  readonly openapi: string
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  readonly components: { readonly schemas: Readonly<Record<string, object>> }
}

const server = oneServer()
const call = callAt(server)
let document: Document
let ajv: Ajv2020

beforeAll(async () => {
  await fillAll(server.db)
  document = (await callWith(server)<Document>('GET', '/api/v1/openapi.json')).body
  ajv = new Ajv2020({ strict: false, validateFormats: false })
  ajv.addSchema(document, 'api')
})

/** Returns the template of a path, e.g. `/api/v1/gateways/{id}`. */
const templateOf = (url: string) => {
  const path = url.split('?')[0] ?? ''
  if (path in document.paths) return path
  return (
    Object.keys(document.paths).find((template) => new RegExp(`^${template.replace(/\{[^}]+\}/g, '[^/]+')}$`).test(path)) ?? path
  )
}

/** Compiles the document's schema of an answer. */
function validatorOf(method: string, url: string, status: number): ValidateFunction {
  const operation = document.paths[templateOf(url)]?.[method.toLowerCase()]
  const key = [String(status), `${Math.floor(status / 100)}XX`].find((known) => operation?.responses[known] !== undefined)
  const pointer = ['paths', templateOf(url), method.toLowerCase(), 'responses', key, 'content', 'application/json', 'schema']
  const encoded = pointer.map((part) => encodeURIComponent(String(part).replaceAll('~', '~0').replaceAll('/', '~1')))
  return ajv.compile({ $ref: `api#/${encoded.join('/')}` })
}

async function checked(method: string, url: string, sent: Parameters<Call>[2] = {}) {
  const answer = await call(method, url, sent)
  const validate = validatorOf(method, url, answer.status)
  expect(validate(answer.body), `${method} ${url} ${answer.status}: ${ajv.errorsText(validate.errors)}`).toBe(true)
  return answer
}

describe('the OpenAPI document', () => {
  it('is version 3.1, public, and all its references resolve', () => {
    expect(document.openapi).toBe('3.1.0')
    const references = [...JSON.stringify(document).matchAll(/"\$ref":"([^"]+)"/g)].map(([, reference]) => reference ?? '')
    expect(references.length).toBeGreaterThan(20)
    for (const reference of references) {
      const target = reference
        .replace('#/', '')
        .split('/')
        .reduce<unknown>((at, part) => (at as Record<string, unknown> | undefined)?.[part], document)
      expect(target, reference).toBeDefined()
    }
  })

  it('contains every call of every resource, the sessions and the dashboard', () => {
    const expected = (resources as readonly Resource[]).flatMap((resource) => {
      const paths = {
        list: ['get', resource.listPath],
        get: ['get', itemPath(resource, '{id}')],
        create: ['post', createPath(resource)],
        update: ['put', updatePath(resource, '{id}')],
        remove: ['delete', itemPath(resource, '{id}')],
      }
      return resource.ops.map((operation) => paths[operation])
    })
    for (const [method = '', path = ''] of expected)
      expect(document.paths[decodeURIComponent(path)]?.[method], `${method} ${path}`).toBeDefined()
    for (const path of Object.values(sessionPaths).flatMap((one) => (typeof one === 'string' ? [one] : Object.values(one))))
      expect(document.paths[path], path).toBeDefined()
  })

  it('names every operation, and describes its refusals', () => {
    expect(Object.keys(document.paths).length).toBeGreaterThan(50)
    for (const [path, operations] of Object.entries(document.paths))
      for (const [method, { summary, tags, responses }] of Object.entries(operations)) {
        expect(summary, `${method} ${path}`).toBeTruthy()
        expect(tags, `${method} ${path}`).toHaveLength(1)
        expect(Object.keys(responses)).toEqual(expect.arrayContaining(['4XX', '5XX']))
      }
  })

  it('says that batches are sent with a gateway’s key, and not with a session', () => {
    const { security } = document.paths['/api/v1/datapoints']?.['post'] ?? {}
    expect(security).toEqual([{ gatewayKey: [] }])
  })

  it('lets a batch be without readings', () => {
    const { requestBody } = document.paths['/api/v1/datapoints']?.['post'] ?? {}
    const accepts = ajv.compile(requestBody?.content['application/json'].schema ?? false)
    expect([{ firmwareVersion: '3.11.0' }, { datapoints: 1 }].map((body) => accepts(body))).toEqual([true, false])
  })

  it('names the Idempotency-Key of every call that acts on many rows', () => {
    const many = Object.keys(document.paths).filter((path) => /\/(?:bulk_[a-z]+|assign|import)$/.test(path))
    expect(many).toEqual(expect.arrayContaining(['/api/v1/alerts/bulk_snooze', '/api/v1/plant_requests/bulk_publish']))
    for (const path of many) {
      const named = document.paths[path]?.['post']?.parameters?.map(({ name }) => name)
      expect(named, path).toContain('idempotency-key')
    }
  })

  it('has no other unguarded routes than the public ones', () => {
    const open = Object.entries(document.paths).flatMap(([path, operations]) =>
      Object.entries(operations).flatMap(([method, { security }]) => (security?.length === 0 ? [`${method} ${path}`] : [])),
    )
    expect(open.toSorted()).toEqual([
      'post /api/v1/auth/passkey',
      'post /api/v1/auth/passkey/options',
      'post /api/v1/auth/second_factor',
      'post /api/v1/oauth/facebook',
      'post /api/v1/oauth/google',
      'post /api/v1/users/confirm',
      'post /api/v1/users/confirm/preview',
      'post /api/v1/users/confirmation',
      'post /api/v1/users/forgot_password',
      'post /api/v1/users/login',
      'post /api/v1/users/register',
      'post /api/v1/users/reset_password',
    ])
  })

  it('describes names, bounds, units and references of the fields', () => {
    const { Gateway, GatewayDraft } = document.components.schemas
    expect(Gateway).toMatchObject({
      properties: {
        name: { type: 'string', title: 'Name', minLength: 2, maxLength: 50 },
        description: { type: ['string', 'null'] },
        reportingIntervalS: { type: 'integer', minimum: 10, maximum: 86_400, 'x-unit': 's' },
        hardwareId: { format: 'uuid', 'x-reference': 'GatewayHardware' },
        state: { enum: ['online', 'offline', 'never_seen'] },
        lastSeenAt: { type: ['string', 'null'], format: 'date-time' },
      },
      additionalProperties: false,
    })
    expect(GatewayDraft).toMatchObject({
      required: ['name', 'eui', 'serialNumber', 'hardwareId', 'updateChannel', 'reportingIntervalS', 'tags'],
    })
  })
})

describe.each(resources as readonly Resource[])('the answers about $nouns.many', (resource) => {
  it('are as documented', async () => {
    const { body } = await checked('GET', `${resource.listPath}?pageSize=2&sort=-${resource.list.sort[0]}`)
    const [first] = body.result as unknown as { id: string }[]
    await checked('GET', itemPath(resource, first?.id ?? ''))
    await checked('GET', itemPath(resource, 'nobody'))
    await checked('GET', historyPath(resource, first?.id ?? ''))
    await checked('GET', `${resource.listPath}?colour=red`)
  })

  if (resource.ops.includes('create'))
    it('are as documented when rows are written', async () => {
      const draft = await requiredDrafts[resource.name]?.(server.db)
      const { id } = (await checked('POST', createPath(resource), { body: draft })).body.result
      await checked('POST', createPath(resource), { body: draft })
      await checked('POST', createPath(resource), { body: {} })
      const change = {
        ...(resource.updateAt === 'collection' && { id }),
        [resource.uniqueTogether[0] ?? resource.title]: 'Another',
      }
      await checked('PUT', updatePath(resource, id), { body: change })
      await checked('PUT', updatePath(resource, id), { body: change, headers: { 'if-match': '"1"' } })
      const ids = [id, id.replace(/^./, 'f')]
      const [field] = bulkFields(resource)
      const row = (await call('GET', itemPath(resource, id))).body.result
      const set = field === undefined ? {} : { [field]: row[field] }
      await checked('POST', `${resource.path}/bulk_update`, { body: { ids, set } })
      if (resource.previews) await checked('POST', `${resource.path}/bulk_update/preview`, { body: { ids, set } })
      await checked('POST', `${resource.path}/bulk_delete/preview`, { body: { ids } })
      await checked('POST', `${resource.path}/bulk_delete`, { body: { ids } })
      await checked('POST', `${resource.path}/${id}/restore`)
      await checked('POST', `${resource.path}/restore`, { body: { ids } })
    })
})

describe('the answers about the rest', () => {
  it('are as documented', async () => {
    await checked('GET', '/api/v1/dashboard/analytics')
    await checked('POST', sessionPaths.signIn, { body: { ...ADMIN, role: 'admin' } })
    await checked('POST', sessionPaths.signIn, { body: {} })
    await checked('POST', sessionPaths.forgotPassword, { body: { email: 'nobody@example.org' } })
    await checked('GET', sessionPaths.refresh)
  })

  it('about invitations and the own account are as documented', async () => {
    await call('POST', sessionPaths.invitation, { body: { email: 'iris@example.org' } })
    const { body } = await checked('GET', INVITATIONS_PATH)
    const [invitation] = body.result as unknown as { id: string }[]
    expect((await call('DELETE', `${INVITATIONS_PATH}/${invitation?.id}`)).status).toBe(204)
    await checked('DELETE', `${INVITATIONS_PATH}/${invitation?.id}`)
    await checked('GET', accountPaths.account)
    await checked('PUT', accountPaths.account, { body: { firstName: 'Ada' } })
    await checked('PUT', accountPaths.account, { body: { firstName: '' }, headers: { 'if-match': '"1"' } })
    await checked('GET', accountPaths.sessions)
    await checked('POST', endOthersPath(null))
    await checked('DELETE', `${accountPaths.sessions}/nothing`)
    await checked('POST', accountPaths.password, { body: {} })
  })
})

describe('the reader at /docs', () => {
  it('is a page of the server’s own files, without requests to other servers', async () => {
    const page = await server.app.inject('/docs/')
    const policy = String(page.headers['content-security-policy'])

    expect([page.statusCode, page.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8'])
    expect(policy).not.toMatch(/unsafe|https?:/)
    const files = [...page.body.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, file]) => file ?? '')
    expect(files.length).toBeGreaterThan(3)
    for (const file of files)
      expect((await server.app.inject(new URL(file, 'http://x/docs/').pathname)).statusCode, file).toBe(200)
    expect(page.body).not.toMatch(/<script>|style="/)
  })
})
