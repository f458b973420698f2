import type { RightsEffect } from '../../../contract/identity/rights-effect.ts'
import { OpenChanges } from './open-changes.tsx'
import css from './rules.module.css'

const UNCHANGED = '权限、菜单和看得见的数据都不变。'

/** The effect of a change of rights: permissions and menus gained and lost, and the number of visible rows before and after. */
export function RightsEffectView({ effect }: { effect: RightsEffect }) {
  const { gained, lost, conflicts, menusGained, menusLost, rows, voids, gains, loses } = effect
  const lines = [
    ['多出的权限', gained],
    ['失去的权限', lost],
    ['多出的菜单', menusGained],
    ['失去的菜单', menusLost],
  ] as const
  const told = lines.filter(([, names]) => names.length > 0)
  if (told.length + rows.length + voids.length === 0) return <p role="status">{UNCHANGED}</p>
  return (
    <div role="status" className={css.effect}>
      <OpenChanges of="权限" changes={voids} />
      <p>{told.length + rows.length === 0 ? UNCHANGED : holdersInWords(effect)}</p>
      <ul>
        {told.map(([title, names]) => (
          <li key={title}>
            {title}：{names.join('、')}
          </li>
        ))}
        {gains.count > 0 && <li>多得的人：{peopleInWords(gains)}</li>}
        {loses.count > 0 && <li>失去的人：{peopleInWords(loses)}</li>}
      </ul>
      {conflicts.length > 0 && <p className={css.conflict}>互相冲突：将由同一人持有{conflicts.join('；')}，请确认是否合适。</p>}
      {rows.map(({ title, page, people }) => (
        <table key={`${title} ${page ?? ''}`}>
          <caption>
            {page === null ? '' : `在“${page}”里`}看得见的{title}
            {whoGains(people)}
          </caption>
          <thead>
            <tr>
              <th scope="col">人员</th>
              <th scope="col">部门</th>
              <th scope="col">现在</th>
              <th scope="col">之后</th>
            </tr>
          </thead>
          <tbody>
            {people.map((one) => (
              <tr key={one.id}>
                <th scope="row">{one.name}</th>
                <td>{one.officeName ?? '未分配'}</td>
                <td className="num">{one.before} 条</td>
                <td className="num">{one.after} 条</td>
              </tr>
            ))}
          </tbody>
        </table>
      ))}
    </div>
  )
}

function holdersInWords({ holders, gains, loses, rows }: RightsEffect): string {
  if (holders === 0) return '还没有人持有，现在不影响任何人。'
  const isNobody = gains.count + loses.count + rows.length === 0
  return `影响 ${holders} 人。${isNobody ? '他们的其他角色已有这些，没有人多得或失去。' : ''}`
}
const peopleInWords = ({ count, names }: RightsEffect['gains']) =>
  count > names.length ? `${names.join('、')}等 ${count} 人` : names.join('、')

/** A text such as 「：2 人多看到，1 人少看到」. */
function whoGains(people: readonly { before: number; after: number }[]): string {
  const more = people.filter(({ before, after }) => after > before).length
  const less = people.filter(({ before, after }) => after < before).length
  return `：${[more > 0 && `${more} 人多看到`, less > 0 && `${less} 人少看到`].filter(Boolean).join('，')}`
}
