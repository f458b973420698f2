import { useQuery } from '@tanstack/react-query'
import { duplicates, type Duplicate } from '../../../contract/declaration/process.ts'
import { call } from '../../api.ts'
import { wan } from '../../kit/money.ts'
import { localMinute } from '../../kit/date/local-time.ts'
import css from './review.module.css'

const amount = (n: number | null) => (n === null ? '无' : wan(n))

/** Each other declaration once, with everything it shares with this one. */
const byDeclaration = (list: readonly Duplicate[]) =>
  [...Map.groupBy(list, (d) => d.other.id).values()].map((same) => ({ other: same[0]!.other, same }))

/** Other declarations with the same invoice, project or patent, each compared with this one. */
export function Duplicates({ id, flagged }: { id: number; flagged: boolean }) {
  const found = useQuery({
    queryKey: ['declaration', 'duplicates', id],
    queryFn: () => call(duplicates.list, { query: { id } }, { silent: true }),
    retry: false,
  })
  if (!found.data) return null
  const { checked, list } = found.data
  const others = byDeclaration(list)
  if (checked === 0)
    return (
      <p className={css.note}>
        <strong>查重</strong>：{flagged ? '企业没有填写查重字段，未比对。' : '本表未设查重字段，未比对。'}
      </p>
    )
  return (
    <section className={css.panel} aria-labelledby="review-duplicates">
      <h2 id="review-duplicates">查重</h2>
      {list.length === 0 ? (
        <p className={css.note}>已比对 {checked} 个发票、项目或专利号，没有发现重复。</p>
      ) : (
        <>
          <p role="alert">
            <strong>发现 {list.length} 处重复</strong>，涉及另外 {others.length} 份申报，请逐份核对。
          </p>
          <ul className={css.materials}>
            {others.map(({ other: o, same }) => (
              <li key={o.id} className={css.changed}>
                <p>
                  另一申报{' '}
                  {o.visible ? (
                    <a href={`/preview?id=${o.id}`} target="_blank" rel="noopener">
                      {o.declareNo}
                    </a>
                  ) : (
                    o.declareNo
                  )}
                  <br />
                  <strong>{o.companyName}</strong>，{o.projectName}（{o.policyTitle}）
                  <br />
                  {o.depName}，{o.stateName}，申请 {amount(o.amount)}，核定 {amount(o.approvedAmount)}，{localMinute(o.submitTime)} 提交
                  {!o.visible && <span className={css.note}> 内容由该部门保管，可征求其意见</span>}
                </p>
                <dl className={css.values}>
                  {same.map((d) => (
                    <div key={`${d.kind}-${d.label}-${d.other.label}`}>
                      <dt>{d.kindName}相同</dt>
                      <dd>
                        本申报 {d.label}：{d.value}
                        <br />
                        另一申报 {d.other.label}：{d.other.value}
                      </dd>
                    </div>
                  ))}
                </dl>
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  )
}
