import { resultIn } from '../../api/answers'
import { api } from '../../api/api'
import { ACTIVITY_PATH, type ActivityEntry, type ActivityPage, type ActivityQuery } from '../../contract/activity'

/** What is asked for: of all entries where it says nothing. */
export type Asked = Partial<Omit<ActivityQuery, 'before'>>

/** The call that reads what happened; each page is what happened before the one it follows. */
const activityApi = api.enhanceEndpoints({ addTagTypes: ['Activity'] }).injectEndpoints({
  endpoints: (build) => ({
    getActivity: build.infiniteQuery<ActivityPage, Asked, number | null>({
      infiniteQueryOptions: { initialPageParam: null, getNextPageParam: ({ meta }) => meta.next ?? undefined },
      query: ({ queryArg, pageParam }) => ({ url: ACTIVITY_PATH, params: paramsOf({ ...queryArg, before: pageParam }) }),
      transformResponse: (body: unknown): ActivityPage => ({
        result: resultIn<ActivityEntry[]>(body),
        meta: { next: nextIn(body) },
      }),
      providesTags: ['Activity'],
    }),
  }),
})

export const { useGetActivityInfiniteQuery } = activityApi

function paramsOf(asked: Partial<ActivityQuery>): URLSearchParams {
  const params = new URLSearchParams()
  for (const [name, value] of Object.entries(asked))
    for (const one of [value].flat()) if (one !== null && one !== undefined) params.append(name, String(one))
  return params
}

function nextIn(body: unknown): number | null {
  const { meta } = body as Partial<ActivityPage>
  return typeof meta?.next === 'number' ? meta.next : null
}
