import { useGetAccountQuery } from '../../api/accountApi'
import { useSettingsOwner } from '../../crud/model/storageOwner'

/** The signed-in user's id; the token names the user when the account could not be read. */
export function useOwnId() {
  const { data, isLoading } = useGetAccountQuery()
  const owner = useSettingsOwner()
  return { id: data?.id ?? owner, isLoading }
}
