import type { RulePreview } from '../../../contract/identity/data-rules.ts'
import css from './rules.module.css'

/** The users who would see more rows or fewer rows, with the numbers. */
export function RuleEffect({ effect, title }: { effect: RulePreview; title: string }) {
  const { holders, gain, lose, people } = effect
  if (holders === 0) return <p role="status">还没有人持有该角色，保存后不影响任何人。</p>
  return (
    <div role="status" className={css.effect}>
      <p>
        {gain + lose === 0 ? '没有人看到的行数会变。' : `${gain} 人会多看到，${lose} 人会少看到。`}
        {holders > people.length && `共 ${holders} 人持有，这里逐个计算了前 ${people.length} 人。`}
      </p>
      <table>
        <caption>各人看得见的{title}</caption>
        <thead>
          <tr>
            <th scope="col">持有人</th>
            <th scope="col">部门</th>
            <th scope="col">现在</th>
            <th scope="col">保存后</th>
          </tr>
        </thead>
        <tbody>
          {people.map((one) => (
            <tr key={one.id} data-change={Math.sign(one.after - one.before)}>
              <th scope="row">{one.name}</th>
              <td>{one.officeName ?? '未分配'}</td>
              <td className="num">{one.before} 条</td>
              <td className="num">
                {one.after} 条
                {one.after === one.before
                  ? ''
                  : one.after > one.before
                    ? `（多 ${one.after - one.before}）`
                    : `（少 ${one.before - one.after}）`}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
