import { useQuery } from '@tanstack/react-query'
import { duplicates } from '../../../contract/declaration/process.ts'
import { call } from '../../api.ts'
import { showNumber } from '../../kit/values.ts'
import { localMinute } from '../local-time.ts'
import css from './review.module.css'

const amount = (wan: number | null) => (wan === null ? '无' : `${showNumber(wan)} 万元`)

/** Other declarations with the same invoice, project or patent, each beside this one. */
export function Duplicates({ id, flagged }: { id: number; flagged: boolean }) {
  const found = useQuery({
    queryKey: ['declaration', 'duplicates', id],
    queryFn: () => call(duplicates.list, { query: { id } }, { silent: true }),
    retry: false,
  })
  if (!found.data) return null
  const { checked, list } = found.data
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
            <strong>发现 {list.length} 处重复</strong>，请核对两份申报。
          </p>
          <ul className={css.materials}>
            {list.map((d) => (
              <li key={`${d.kind}-${d.label}-${d.other.id}-${d.other.label}`} className={css.changed}>
                <p>
                  <strong>{d.kindName}</strong>
                </p>
                <dl className={css.values}>
                  <div>
                    <dt>本申报</dt>
                    <dd>
                      {d.label}：{d.value}
                    </dd>
                  </div>
                  <div>
                    <dt>另一申报</dt>
                    <dd>
                      {d.other.visible ? (
                        <a href={`/preview?id=${d.other.id}`} target="_blank" rel="noopener">
                          {d.other.declareNo}
                        </a>
                      ) : (
                        d.other.declareNo
                      )}
                      ，{d.other.label}：{d.other.value}
                      <br />
                      {d.other.companyName}，{d.other.projectName}（{d.other.policyTitle}）
                      <br />
                      {d.other.depName}，{d.other.stateName}，申请 {amount(d.other.amount)}，核定 {amount(d.other.approvedAmount)}，
                      {localMinute(d.other.submitTime)} 提交
                      {!d.other.visible && <span className={css.note}> 内容由该部门保管，可征求其意见</span>}
                    </dd>
                  </div>
                </dl>
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  )
}
