import { useEffect, useState } from 'react'
import { directPublic, type PublishedList } from '../../../contract/direct.ts'
import type { Data } from '../../../contract/endpoint.ts'
import { ApiError, call } from '../../api.ts'
import { Dialog } from '../../shell/dialog.tsx'
import { money } from '../wording.ts'
import styles from '../policy-detail.module.css'

const PAGE = 50

/** The companies of a list in its days of publicity, page by page: name and sum, nothing else is made known. */
export function PublicityRows({ list, onClose }: { list: PublishedList; onClose(): void }) {
  const [page, setPage] = useState(1)
  const [found, setFound] = useState<Data<typeof directPublic.rows> | null>(null)
  const [failure, setFailure] = useState('')
  useEffect(() => {
    let gone = false
    call(directPublic.rows, { query: { listId: list.id, page, pageSize: PAGE } }, { silent: true }).then(
      (next) => {
        if (!gone) setFound((old) => (old ? { total: next.total, list: [...old.list, ...next.list] } : next))
      },
      (error: unknown) => {
        if (!gone) setFailure(error instanceof ApiError ? error.message : '没有完成，请检查网络后重试')
      },
    )
    return () => {
      gone = true
    }
  }, [list.id, page])
  return (
    <Dialog title="公示名单" width={640} onClose={onClose}>
      <p>{list.title}</p>
      {failure && (
        <p role="alert" className="field-error">
          {failure}
        </p>
      )}
      {!found && !failure && (
        <p role="status" className="meta">
          正在加载…
        </p>
      )}
      {found?.total === 0 && <p className="meta">公示已结束，不再列出企业。</p>}
      {found && found.total > 0 && (
        <table className={styles.table} style={{ width: '100%', marginTop: 12 }}>
          <thead>
            <tr>
              <th scope="col">企业</th>
              <th scope="col">金额</th>
            </tr>
          </thead>
          <tbody>
            {found.list.map((row) => (
              <tr key={row.id}>
                <td>{row.companyName}</td>
                <td className="num">{money(row.amount)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {found && found.list.length < found.total && (
        <p style={{ marginTop: 12 }}>
          <button type="button" className="btn btn-small" onClick={() => setPage(page + 1)}>
            再显示 {Math.min(PAGE, found.total - found.list.length)} 家
          </button>
        </p>
      )}
    </Dialog>
  )
}
