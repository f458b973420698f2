import { Button } from 'antd'
import type { Endpoint } from '../../contract/endpoint.ts'
import { call, saveBlob, type BlobAnswer } from '../api.ts'
import type { ListShape } from '../kit/table/list-state.ts'
import { useListAddress } from '../kit/table/use-list.ts'
import { useOnce } from './use-once.ts'
import { useOffered } from '../kit/view-only.tsx'

/** Exports the list under its present filters. */
export function ListExport({ endpoint, shape }: { endpoint: Endpoint<any, any, any>; shape: ListShape }) {
  const { state } = useListAddress(shape)
  const { busy, once } = useOnce()
  const offered = useOffered()
  return (
    <Button
      loading={busy}
      onClick={() => void once(async () => saveBlob((await call(endpoint, { query: state.filters })) as BlobAnswer))}
      {...offered}
    >
      导出
    </Button>
  )
}
