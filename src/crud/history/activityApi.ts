import { resultIn } from '../../api/answers'
import { api } from '../../api/api'
import { ACTIVITY_PATH, type ActivityEntry, type ActivityPage, type ActivityQuery } from '../../contract/activity'

/** The query; an omitted parameter does not filter. */
interface Asked extends Partial<Omit<ActivityQuery, 'before'>> {
  /** For a secondary panel: a backend without this call is not an error to alert. */
  readonly aside?: true
}

/** The activity call; each page continues with the entries before the previous page. */
const activityApi = api.enhanceEndpoints({ addTagTypes: ['Activity'] }).injectEndpoints({
  endpoints: (build) => ({
    getActivity: build.infiniteQuery<ActivityPage, Asked, number | null>({
      infiniteQueryOptions: { initialPageParam: null, getNextPageParam: ({ meta }) => meta.next ?? undefined },
      query: ({ queryArg: { aside, ...asked }, pageParam: before }) => ({
        url: ACTIVITY_PATH,
        quiet: aside === true,
        params: paramsOf({ ...asked, before }),
        read: activityIn,
      }),
      providesTags: ['Activity'],
    }),
    /** A single page, for callers that read all pages in turn. */
    getActivityPage: build.query<ActivityPage, Partial<ActivityQuery>>({
      query: (asked) => ({ url: ACTIVITY_PATH, params: paramsOf(asked), read: activityIn }),
      keepUnusedDataFor: 0,
    }),
  }),
})

export const { useGetActivityInfiniteQuery, useLazyGetActivityPageQuery } = activityApi

function paramsOf(asked: Partial<ActivityQuery>): URLSearchParams {
  const params = new URLSearchParams()
  for (const [name, value] of Object.entries(asked))
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
