import { useQuery, useQueryClient } from '@tanstack/react-query'
import { use } from 'react'
import { USER_TYPE_OPERATOR } from '../../../contract/constants.ts'
import { sharedViews, type SharedView } from '../../../contract/shared-view.ts'
import { call } from '../../api.ts'
import { useUser } from '../../session.ts'
import { ListCall } from './list-call.ts'

/** The views of a table that are shared with the user's roles, and the roles with which the user may share. Only staff share. */
export function useSharedViews(table: string): {
  forStaff: boolean
  roles: readonly { id: number; name: string }[]
  list: readonly SharedView[]
  failed: boolean
  retry: () => void
  refresh: () => Promise<void>
} {
  const user = useUser()
  const client = useQueryClient()
  const listCall = use(ListCall)
  const forStaff = user?.type === USER_TYPE_OPERATOR
  const key = ['shared-views', user?.id, table]
  const query = useQuery({
    queryKey: key,
    queryFn: () => call(sharedViews.list, { query: { table, ...(listCall ? { call: listCall } : {}) } }, { silent: true }),
    enabled: forStaff,
    retry: false,
  })
  return {
    forStaff,
    roles: query.data?.roles ?? [],
    list: query.data?.list ?? [],
    failed: query.isError,
    retry: () => void query.refetch(),
    refresh: () => client.invalidateQueries({ queryKey: key }),
  }
}
