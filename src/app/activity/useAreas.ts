import { useEffect, useState } from 'react'
import type { AnyStandardArea } from '../../crud/declaration'
import { allAreas } from '../../crud/registry'

/** The areas by the names of their resources; null until their code is here, without which an entry has no words for its fields. */
export function useAreas(): ReadonlyMap<string, AnyStandardArea> | null {
  const [areas, setAreas] = useState<ReadonlyMap<string, AnyStandardArea> | null>(null)
  useEffect(() => {
    let current = true
    allAreas().then(
      (all) => current && setAreas(all),
      // Told in plainer words: who opens an area learns why.
      () => current && setAreas(new Map()),
    )
    return () => {
      current = false
    }
  }, [])
  return areas
}
