import { resultIn } from '../../api/request'
import { api } from '../../api/api'
import { plantPaths, type FoundPlant } from '../../contract/plantCalls'
import { plants } from '../../contract/plants'

/** Maximum of plants suggested for a comparison. */
const PROPOSED = 5

const similarApi = api.enhanceEndpoints({ addTagTypes: [plants.name] }).injectEndpoints({
  endpoints: (build) => ({
    findPlantsByName: build.query<readonly FoundPlant[], string>({
      query: (q) => ({ url: plantPaths.search, params: new URLSearchParams({ q, limit: String(PROPOSED) }), read: resultIn }),
      providesTags: [{ type: plants.name, id: 'LIST' }],
    }),
  }),
})

export const { useFindPlantsByNameQuery } = similarApi
