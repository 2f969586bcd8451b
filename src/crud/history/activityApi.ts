import { resultIn } from '../../api/request'
import { api } from '../../api/api'
import { ACTIVITY_PATH, type ActivityEntry, type ActivityPage, type ActivityQuery } from '../../contract/activity'

/** The query; an omitted parameter does not filter. */
interface ActivityFilter extends Partial<Omit<ActivityQuery, 'before'>> {
  /** For a secondary panel: a backend without this call is not an error to alert. */
  readonly aside?: true
}

/** The activity call; each page continues with the entries before the previous page. */
const activityApi = api.enhanceEndpoints({ addTagTypes: ['Activity'] }).injectEndpoints({
  endpoints: (build) => ({
    getActivity: build.infiniteQuery<ActivityPage, ActivityFilter, number | null>({
      infiniteQueryOptions: { initialPageParam: null, getNextPageParam: ({ meta }) => meta.next ?? undefined },
      query: ({ queryArg: { aside, ...query }, pageParam: before }) => ({
        url: ACTIVITY_PATH,
        optional: aside === true,
        params: paramsOf({ ...query, before }),
        read: activityIn,
      }),
      providesTags: ['Activity'],
    }),
    /** A single page, for callers that read all pages in turn. */
    getActivityPage: build.query<ActivityPage, Partial<ActivityQuery>>({
      query: (query) => ({ url: ACTIVITY_PATH, params: paramsOf(query), read: activityIn }),
      keepUnusedDataFor: 0,
    }),
  }),
})

export const { useGetActivityInfiniteQuery } = activityApi
export const { getActivity, getActivityPage } = activityApi.endpoints

function paramsOf(query: Partial<ActivityQuery>): URLSearchParams {
  const params = new URLSearchParams()
  for (const [name, value] of Object.entries(query))
    for (const one of [value].flat()) if (one !== null && one !== undefined && one !== false) params.append(name, String(one))
  return params
}

/** Null when an answer has no entries. */
function activityIn(body: unknown): ActivityPage | null {
  const result = resultIn(body)
  if (!Array.isArray(result)) return null
  const { meta } = body as Partial<ActivityPage>
  return { result: result as readonly ActivityEntry[], meta: { next: meta?.next ?? null } }
}
