import { account, accountPaths, accountSession } from '../../contract/account'
import { ACTIVITY_PATH, activityEntry } from '../../contract/activity'
import {
  analytics,
  ANALYTICS_PATH,
  attention,
  ATTENTION_PATH,
  gatewayPositions,
  POSITIONS_PATH,
  trends,
  TRENDS_PATH,
} from '../../contract/dashboard'
import { factorPaths, factors } from '../../contract/factors'
import { resources } from '../../contract/index'
import { invitation, INVITATIONS_PATH } from '../../contract/invitations'
import { createPath, itemPath, type Resource } from '../../contract/resource'
import type { Chapter } from './bench'
import {
  excerpt,
  expecting,
  expectingJson,
  hasResult,
  hasResults,
  isJson,
  objectOf,
  resultOf,
  unauthenticated,
  type Judge,
  type Shape,
} from './judge'
import { isOptional } from './optional'

/** Checks the dashboard's counts. */
export const dashboardChapters: readonly Chapter[] = [
  {
    name: 'counts',
    async run(bench) {
      // The time of the count is an optional addition.
      const counts = (analytics as Shape).omit(['asOf'])
      const judge: Judge = (answer) =>
        expectingJson(200, hasResult('asOf' in objectOf(resultOf(answer.body)) ? (analytics as Shape) : counts))(answer)
      await bench.ask('GET', ANALYTICS_PATH, { expects: 'the five counts', judge })
      await bench.ask(
        'GET',
        ANALYTICS_PATH,
        { expects: 'a refusal: there is no session', judge: unauthenticated },
        { bearer: null },
      )
    },
  },
  {
    name: 'what is below the counts',
    async run(bench) {
      const reads = [
        [ATTENTION_PATH, 'devices by state, and what needs attention', attention, 'what needs attention'],
        [TRENDS_PATH, 'the counts of the last week, and readings by the hour', trends, 'the week of each count'],
        [POSITIONS_PATH, 'where gateways are', gatewayPositions, 'gateways on a map'],
      ] as const
      for (const [path, expects, shape, optional] of reads)
        await bench.ask('GET', path, { expects, judge: expectingJson(200, hasResult(shape as Shape)), optional })
    },
  },
]

/** Checks the page of one's own account. */
export const accountChapters: readonly Chapter[] = [
  {
    name: 'is one’s own',
    async run(bench) {
      const isOwnAccount: Judge = ({ body }) => {
        const { email } = objectOf(resultOf(body))
        return String(email).toLowerCase() === bench.account.email.toLowerCase() ? [] : [`email is ${excerpt(email)}`]
      }
      const reads = [
        {
          path: accountPaths.account,
          expects: 'the user who is signed in',
          judges: [hasResult(account), isOwnAccount],
          optional: 'the page of one’s own account',
        },
        {
          path: accountPaths.sessions,
          expects: 'one’s own sessions',
          judges: [hasResults(accountSession as Shape), hasOneCurrent],
          optional: 'the sessions of one’s own account',
        },
        {
          path: factorPaths.list,
          expects: 'one’s own second factors',
          judges: [hasResult(factors as Shape)],
          optional: 'second factors of one’s own account',
        },
        {
          path: INVITATIONS_PATH,
          expects: 'the open invitations',
          judges: [hasResults(invitation as Shape)],
          optional: 'the list of invitations',
        },
        {
          path: ACTIVITY_PATH,
          expects: 'what happened, newest first',
          judges: [hasResults(activityEntry as Shape, 'meta')],
          optional: 'who changed what, and the history of rows',
        },
      ]
      for (const { path, expects, judges, optional } of reads)
        await bench.ask('GET', path, { expects, judge: expectingJson(200, ...judges), optional })
    },
  },
]

const hasOneCurrent: Judge = ({ body }) => {
  const list = resultOf(body)
  const current = Array.isArray(list) ? list.filter((session) => objectOf(session)['current'] === true).length : 0
  return current === 1 ? [] : [`${current} of them are the current one instead of 1`]
}

/** Checks the API's documentation. */
export const openApiChapters: readonly Chapter[] = [
  {
    name: 'describes the calls',
    async run(bench) {
      await bench.ask(
        'GET',
        '/api/v1/openapi.json',
        {
          expects: 'OpenAPI 3.1 with the calls of every area',
          judge: expecting(200, isJson, describesCalls),
          optional: 'the API documentation of the menu',
        },
        { bearer: null },
      )
    },
  },
]

const describesCalls: Judge = ({ body }) => {
  const { openapi, paths } = objectOf(body)
  const known = Object.keys(objectOf(paths))
  const described = (resources as readonly Resource[]).filter((each) => !isOptional(each) || known.includes(each.listPath))
  const missing = described.flatMap(pathsOf).filter((path) => !known.includes(path))
  return [
    ...(String(openapi).startsWith('3.1') ? [] : [`openapi is ${excerpt(openapi)} instead of 3.1`]),
    ...missing.map((path) => `paths has no ${path}`),
  ]
}

function pathsOf(resource: Resource): string[] {
  const item = decodeURIComponent(itemPath(resource, '{id}'))
  const paths = [
    resource.ops.includes('list') ? resource.listPath : [],
    resource.ops.includes('get') ? item : [],
    resource.ops.includes('create') ? createPath(resource) : [],
    resource.ops.includes('update') && resource.updateAt === 'item' ? item : [],
  ]
  return [...new Set(paths.flat())]
}
