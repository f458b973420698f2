import { directPublic, type PublishedList } from '../../../contract/direct.ts'
import { call } from '../../api.ts'
import { useMore } from '../../kit/table/use-more.ts'
import { Dialog } from '../../shell/dialog.tsx'
import { money } from '../../kit/money.ts'
import styles from '../detail/policy-detail.module.css'

const PAGE = 50

/** The companies of a list during its publicity, page by page: only name and sum are shown. */
export function PublicityRows({ list, onClose }: { list: PublishedList; onClose(): void }) {
  const {
    list: rows,
    total,
    next,
    failure,
    more,
  } = useMore(String(list.id), PAGE, (page) =>
    call(directPublic.rows, { query: { listId: list.id, page, pageSize: PAGE } }, { silent: true }),
  )
  return (
    <Dialog title="公示名单" width={640} onClose={onClose}>
      <p>{list.title}</p>
      {failure && (
        <p role="alert" className="field-error">
          {failure}
        </p>
      )}
      {!rows && !failure && (
        <p role="status" className="meta">
          正在加载…
        </p>
      )}
      {rows && total === 0 && <p className="meta">公示已结束，不再列出企业。</p>}
      {rows && total > 0 && (
        <table className={styles.table} style={{ width: '100%', marginTop: 12 }}>
          <thead>
            <tr>
              <th scope="col">企业</th>
              <th scope="col">金额</th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={row.id}>
                <td>{row.companyName}</td>
                <td className="num">{money(row.amount)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {next > 0 && (
        <p style={{ marginTop: 12 }}>
          <button type="button" className="btn btn-small" onClick={more}>
            再显示 {next} 家
          </button>
        </p>
      )}
    </Dialog>
  )
}
