import { configureStore, type ThunkAction, type UnknownAction } from '@reduxjs/toolkit'
import { api } from './api'
import { authApi } from './authApi'
import { createDeletedRows } from './deletedRows'
import type { ApiExtra } from './extra'
import { createOwnChanges } from './ownChanges'

/** What the store is given; what the page knows of changes is its own, unless a test hands it in. */
export type StoreDeps = Omit<ApiExtra, 'ownChanges' | 'deletedRows'> & Partial<Pick<ApiExtra, 'ownChanges'>>

/** The console's only store: the cached answers of both APIs, and no part of the session. */
export function createStore(deps: StoreDeps) {
  const extra: ApiExtra = { ownChanges: createOwnChanges(), deletedRows: createDeletedRows(), ...deps }
  return configureStore({
    reducer: { [api.reducerPath]: api.reducer, [authApi.reducerPath]: authApi.reducer },
    // The state is RTK Query's alone, whose own tests cover the checks for serialisable and immutable state.
    middleware: (defaults) =>
      defaults({ thunk: { extraArgument: extra }, serializableCheck: false, immutableCheck: false }).concat(
        api.middleware,
        authApi.middleware,
      ),
    // By default, an answer that has arrived waits for the next frame before it is rendered.
    enhancers: (defaults) => defaults({ autoBatch: { type: 'tick' } }),
    // Redux DevTools would record sign-in requests.
    devTools: false,
  })
}

export type AppStore = ReturnType<typeof createStore>
export type AppDispatch = AppStore['dispatch']
export type AppThunk<Result> = ThunkAction<Result, ReturnType<AppStore['getState']>, ApiExtra, UnknownAction>
