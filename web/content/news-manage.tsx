import { ScreenTabs } from '../kit/screen-tabs.tsx'
import { useCan } from '../session.ts'
import { lazyPart, onItsWay } from '../shell/lazy-part.tsx'
import { NewsTable } from './news-table.tsx'

const ColumnTable = lazyPart(() => import('./column-table.tsx').then((m) => m.ColumnTable), onItsWay)
const NewsBriefPart = lazyPart(() => import('./news-brief.tsx').then((m) => m.NewsBriefPart), onItsWay)

/** 资讯管理: the articles, the columns with the days until their next article is due, and for leaders the brief of a month. */
export default function NewsManage() {
  const leads = useCan()('news:review')
  return (
    <ScreenTabs
      label="资讯管理"
      tabs={[
        { key: 'news', label: '资讯', Body: NewsTable },
        { key: 'columns', label: '栏目与更新', Body: ColumnTable },
        ...(leads ? [{ key: 'brief', label: '月度简报', Body: NewsBriefPart }] : []),
      ]}
    />
  )
}
