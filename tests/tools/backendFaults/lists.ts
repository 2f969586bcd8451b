import { ignoring, type BrokenCall } from '../../support/server/brokenBackend'

const LIST = 'GET /api/v1/temperature_groups'

/** Faults in lists that ignore a part of their query. */
export const listFaults: readonly BrokenCall[] = [
  ['the order is not kept', 'temperature_groups', ignoring(/^sort$/), `${LIST}?sort=minC`, ' comes before '],
  [
    'pages are all the first',
    'temperature_groups',
    ignoring(/^page$/),
    `${LIST}?sort=createdAt&pageSize=1&page=2`,
    'it is another row than in the whole list',
  ],
  [
    'a filter is ignored',
    'light_groups',
    ignoring(/^exposure$/),
    'GET /api/v1/light_groups?exposure=',
    'rows have another exposure',
  ],
  ['the search is ignored', 'temperature_groups', ignoring(/^q$/), `${LIST}?q=`, 'rows came that do not have this text'],
  [
    'counts ignore the filter',
    'plant_requests',
    ignoring(/^sameNameAs$/),
    'GET /api/v1/plant_requests/counts?sameNameAs=',
    'it counts requests that the filter leaves out',
  ],
  ['unknown parameters are let pass', 'temperature_groups', ignoring(/^colour$/), `${LIST}?colour=red`, '200'],
]
