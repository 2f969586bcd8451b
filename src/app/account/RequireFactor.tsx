import { Navigate, Outlet, useLocation } from 'react-router-dom'
import { useGetFactorsQuery } from '../../api/factorApi'
import { isRestricted } from '../../contract/factors'
import { ACCOUNT_PAGE } from '../../crud/model/paths'

/** On a server that requires second factors, restricts an account without one to its own page. */
export function RequireFactor() {
  const { pathname } = useLocation()
  // Another administrator may have removed the factors.
  const { data, isLoading } = useGetFactorsQuery(null, { refetchOnMountOrArgChange: 60 })
  if (isLoading) return null
  return data !== undefined && isRestricted(data) && pathname !== ACCOUNT_PAGE ? (
    <Navigate to={ACCOUNT_PAGE} replace />
  ) : (
    <Outlet />
  )
}
