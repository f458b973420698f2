import { useSearchParams } from 'react-router'
import { Tabs } from '../kit/tabs.tsx'
import { lazyPart, onItsWay } from '../shell/lazy-part.tsx'
import { NewsTable } from './news-table.tsx'

const ColumnTable = lazyPart(() => import('./column-table.tsx').then((m) => m.ColumnTable), onItsWay)

/** 资讯管理: the articles, and the columns with the days until their next article is due. */
export default function NewsManage() {
  const [params, setParams] = useSearchParams()
  const tab = params.get('tab') === 'columns' ? 'columns' : 'news'
  return (
    <Tabs
      besideName
      activeKey={tab}
      onChange={(key) => setParams(key === 'columns' ? { tab: 'columns' } : {})}
      destroyOnHidden
      items={[
        { key: 'news', label: '资讯', children: <NewsTable /> },
        { key: 'columns', label: '栏目与更新', children: <ColumnTable /> },
      ]}
    />
  )
}
