import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { declarationProgress, type ProjectProgress } from '../../contract/declaration/progress.ts'
import { call } from '../api.ts'
import { showNumber } from '../kit/form/values.ts'
import panel from './operator.module.css'
import { Sparkline } from './sparkline.tsx'
import css from './today.module.css'
import { Waiting } from './waiting.tsx'

/** Today's declarations: due, late, with other users, the last seven days, and the progress of each project. */
export function Today({ desk, manage }: { desk: string; manage: string | null }) {
  const query = useQuery({
    queryKey: ['work', 'declaration-progress'],
    queryFn: () => call(declarationProgress.progress, { query: {} }, { silent: true }),
    staleTime: 0,
    retry: false,
  })
  const { data } = query
  const days = data?.days.map((d) => d.day) ?? []
  return (
    <>
      <section className={panel.panel} aria-labelledby="operator-today">
        <h2 id="operator-today">今天的申报</h2>
        <Waiting query={query} empty="" count={data ? 1 : undefined} />
        {data && (
          <dl className={css.strip}>
            <Count name="今天到期" value={data.dueToday} to={`${desk}?todo=true&state=&sort=deadline`} late={data.dueToday > 0} />
            <Count name="已超期" value={data.overdue} to={`${desk}?todo=true&state=&sort=deadline`} late={data.overdue > 0} />
            <Count name="等其他人办" value={data.othersTurn} to={`${desk}?state=&todo=others`} />
            <div>
              <dt>今天我办了</dt>
              <dd>{data.handledToday} 件</dd>
            </div>
            <div>
              <dt>近 7 天提交</dt>
              <dd>
                <Sparkline days={days} values={data.days.map((d) => d.submitted)} name="提交" unit="件" />
              </dd>
            </div>
            <div>
              <dt>近 7 天我办理</dt>
              <dd>
                <Sparkline days={days} values={data.days.map((d) => d.handled)} name="办理" unit="件" />
              </dd>
            </div>
          </dl>
        )}
      </section>
      {data && data.projects.length > 0 && <Projects projects={data.projects} manage={manage} />}
    </>
  )
}

const Count = ({ name, value, to, late = false }: { name: string; value: number; to: string; late?: boolean }) => (
  <div>
    <dt>{name}</dt>
    <dd className={late ? css.late : undefined}>
      {value > 0 ? (
        <Link to={to}>
          {value} 件<span className="visually-hidden">：{name}</span>
        </Link>
      ) : (
        '0 件'
      )}
    </dd>
  </div>
)

const Projects = ({ projects, manage }: { projects: readonly ProjectProgress[]; manage: string | null }) => (
  <section className={panel.panel} aria-labelledby="operator-projects">
    <h2 id="operator-projects">各项目进度</h2>
    <div className={css.scroll}>
      <table className={css.table}>
        <thead>
          <tr>
            <th scope="col">项目</th>
            <th scope="col" className={css.sum}>
              申请
            </th>
            <th scope="col" className={css.sum}>
              核定
            </th>
            <th scope="col" className={css.sum}>
              已拨付
            </th>
            <th scope="col">最慢的环节</th>
          </tr>
        </thead>
        <tbody>
          {projects.map((p) => (
            <tr key={p.projectId}>
              <td>{manage ? <Link to={`${manage}?projectId=${p.projectId}`}>{p.projectName}</Link> : p.projectName}</td>
              <Sum {...p.asked} />
              <Sum {...p.approved} />
              <Sum {...p.paid} />
              <td>{p.slowest ? `${p.slowest.label}，平均 ${showNumber(p.slowest.days)} 天` : '无'}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  </section>
)

const Sum = ({ count, amount }: ProjectProgress['asked']) => (
  <td className={css.sum}>
    {count} 件<span>{showNumber(amount)} 万元</span>
  </td>
)
