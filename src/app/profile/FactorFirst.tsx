import { Navigate, Outlet, useLocation } from 'react-router-dom'
import { useGetFactorsQuery } from '../../api/factorApi'
import { hasNone } from '../../contract/factors'

const PATH = '/pages/account'

/** Where every account has to have a second factor, one without sees its own page and no other until it has one. */
export function FactorFirst() {
  const { pathname } = useLocation()
  const { data, isLoading } = useGetFactorsQuery(null)
  if (pathname === PATH) return <Outlet />
  if (isLoading) return null
  return data?.required === true && hasNone(data) ? <Navigate to={PATH} replace /> : <Outlet />
}
