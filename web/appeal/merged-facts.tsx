import { Link } from 'react-router'
import type { AppealDetail } from '../../contract/appeal.ts'
import css from './appeal.module.css'

/** For the desk: appeals answered together with this one, requests of its office, and the proposed office. */
export const DeskFacts = ({ appeal: a }: { appeal: AppealDetail }) => (
  <>
    {a.ruling && <p className={css.over}>该诉求已两次退回，须由服务中心裁定</p>}
    {a.level === 2 && <p className={css.over}>提级督办：重办或超期较久，由领导督办；重办的答复由上一次以外的人审核</p>}
    {a.mergedInto && (
      <p className={css.answer}>
        已合并办理，随 <Link to={`/work/adminAppeal?id=${a.mergedInto.id}`}>{a.mergedInto.appealNo}</Link> 一起转办、答复和审核
      </p>
    )}
    {a.ruledGround && <p className={css.note}>裁定依据：{a.ruledGround}</p>}
    {a.proposed && !a.mergedInto && (
      <p className={css.note}>
        建议转{a.proposed.officeName}（{a.proposed.ground}）
      </p>
    )}
    {a.extension && (
      <p className={css.over}>
        部门申请延期 {a.extension.days} 个工作日：{a.extension.reason}
      </p>
    )}
    {a.merged.length > 0 && (
      <section aria-label="合并办理的诉求" className={css.stack}>
        <h4>与本件合并办理的 {a.merged.length} 件</h4>
        <ul className={css.rows}>
          {a.merged.map((row) => (
            <li key={row.id}>
              <Link to={`/work/adminAppeal?id=${row.id}`}>{row.title}</Link> <span className="meta">{row.sender}</span>
            </li>
          ))}
        </ul>
      </section>
    )}
  </>
)
