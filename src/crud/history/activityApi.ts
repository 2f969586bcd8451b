import { resultIn } from '../../api/answers'
import { api } from '../../api/api'
import { ACTIVITY_PATH, type ActivityEntry, type ActivityPage, type ActivityQuery } from '../../contract/activity'

/** What is asked for: of all entries where it says nothing. */
interface Asked extends Partial<Omit<ActivityQuery, 'before'>> {
  /** Beside what the page is about: another backend may have no such call, which is then no failure to alert. */
  readonly aside?: true
}

/** The call that reads what happened; each page is what happened before the one it follows. */
const activityApi = api.enhanceEndpoints({ addTagTypes: ['Activity'] }).injectEndpoints({
  endpoints: (build) => ({
    getActivity: build.infiniteQuery<ActivityPage, Asked, number | null>({
      infiniteQueryOptions: { initialPageParam: null, getNextPageParam: ({ meta }) => meta.next ?? undefined },
      query: ({ queryArg: { aside, ...asked }, pageParam: before }) => ({
        url: ACTIVITY_PATH,
        quiet: aside === true,
        params: paramsOf({ ...asked, before }),
      }),
      transformResponse: activityIn,
      providesTags: ['Activity'],
    }),
    /** One page, for who reads all of them in turn. */
    getActivityPage: build.query<ActivityPage, Partial<ActivityQuery>>({
      query: (asked) => ({ url: ACTIVITY_PATH, params: paramsOf(asked) }),
      transformResponse: activityIn,
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

/** An answer without entries is an error of the call. */
function activityIn(body: unknown): ActivityPage {
  const result = resultIn<readonly ActivityEntry[]>(body)
  if (!Array.isArray(result)) throw new Error('The server’s answer could not be read')
  const { meta } = body as Partial<ActivityPage>
  return { result, meta: { next: meta?.next ?? null } }
}
