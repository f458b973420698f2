import { newsBrief } from '../../contract/content/brief.ts'
import { newsColumn } from '../../contract/content/columns.ts'
import { news } from '../../contract/content/news.ts'
import { finance } from '../../contract/content/finance.ts'
import { service } from '../../contract/content/services.ts'
import { callerOf } from '../kernel/actor.ts'
import { systemCall } from '../kernel/audit/audit.ts'
import { fileOwner } from '../kernel/files/access.ts'
import { implement } from '../kernel/implement.ts'
import type { Kernel } from '../kernel/kernel.ts'
import { keepAnswers, tellBoard, telling } from './answers.ts'
import { briefOf, tellBriefMonthly } from './brief.ts'
import { checkNews } from './checks.ts'
import { moveColumn, orderColumn, pinColumn, saveColumn } from './column-moves.ts'
import { columnOwners, offerColumnHandOver } from './column-owners.ts'
import { previewColumn } from './column-preview.ts'
import { listColumns } from './columns.ts'
import { moveProduct, orderProduct, saveProduct } from './finance.ts'
import { askForProduct, compareProducts, judgeProducts } from './finance-cost.ts'
import { newsForMe } from './for-me.ts'
import { watchFreshness } from './freshness.ts'
import { keepNews } from './kept.ts'
import { findPublicNews, previewNews } from './news-detail.ts'
import {
  CLOCK_JOB,
  keepNewsByClock,
  orderNews,
  pinNews,
  publishNews,
  removeNews,
  reviewNews,
  takeDownNews,
  withdrawNews,
} from './news-moves.ts'
import { countNewsView, listNews, newsOfPolicy, newsSteps } from './news-queries.ts'
import { readWord } from '../policy/index.ts'
import { saveNews } from './news-save.ts'
import { offerContentPersonalData } from './personal.ts'
import { managesServices, seesNews } from './rights.ts'
import { offerNews } from './offers.ts'
import { financeOptions, listProducts } from './products.ts'
import { offerShelf } from './shelf-offers.ts'
import { listServices, moveService, orderService, saveService, SERVICE } from './services.ts'
import { offerContentTodos } from './todos.ts'
import { hearContent, NEWS } from './visible.ts'

export { attachmentsOf } from './attachments.ts'
export { shelfWords } from './shelf-words.ts'
export { searchColumns } from './words.ts'

/** Joins 资讯, services for law and quality, and finance products (ADR 0510 to 0513). */
export function joinContent(k: Kernel): void {
  hearContent(k)
  offerContentPersonalData(k)
  offerNews(k)
  offerShelf(k)
  keepAnswers(k)
  offerContentTodos(k)
  keepNewsByClock(k, (id) => tellBoard(k, systemCall(CLOCK_JOB), id))
  watchFreshness(k)
  offerColumnHandOver(k)
  tellBriefMonthly(k)
  implement(k, 'content', newsBrief, { month: ({ query }) => briefOf(k, query) })
  fileOwner(k, NEWS, async (actor) => seesNews(actor))
  fileOwner(k, SERVICE, async (actor) => managesServices(actor))
  joinServices(k)
  implement(k, 'content', news, {
    add: ({ call, body }) => saveNews(k, call, { ...body, id: undefined }),
    modify: ({ call, body }) => saveNews(k, call, body),
    remove: ({ call, body }) => removeNews(k, call, body),
    move: ({ call, body }) => orderNews(k, call, body),
    publish: ({ call, body }) => telling(k, call, publishNews(k, call, body)),
    offPublish: ({ call, body }) => takeDownNews(k, call, body),
    withdraw: ({ call, body }) => withdrawNews(k, call, body),
    review: ({ call, body }) => telling(k, call, reviewNews(k, call, body)),
    setTop: ({ call, body }) => pinNews(k, call, body),
    readWord: ({ call }) => readWord(k, call),
    preview: ({ actor, query }) => previewNews(k, actor, query.id),
    list: async ({ call, query }) => listNews(k, query.scope ? await callerOf(k, call) : call.actor, query),
    findById: ({ query }) => findPublicNews(k, query.id),
    incViewNum: ({ call, body }) => countNewsView(k, call, body.id),
    check: ({ actor, query }) => checkNews(k, actor, query.id),
    steps: ({ actor, query }) => newsSteps(k, actor, query.id),
    ofPolicy: ({ query }) => newsOfPolicy(k, query.policyId),
    forMe: ({ actor, query }) => newsForMe(k, actor, query.id),
  })
  implement(k, 'content', newsColumn, {
    add: ({ call, body }) => saveColumn(k, call, { ...body, id: undefined }),
    modify: ({ call, body }) => saveColumn(k, call, body),
    remove: async ({ call, body }) => {
      await moveColumn(k, call, 'delete', body)
      return true as const
    },
    move: ({ call, body }) => orderColumn(k, call, body),
    publish: ({ call, body }) => moveColumn(k, call, 'publish', body),
    offPublish: ({ call, body }) => moveColumn(k, call, 'offPublish', body),
    setTop: ({ call, body }) => pinColumn(k, call, body),
    preview: ({ query }) => previewColumn(k, query.id),
    owners: () => columnOwners(k),
    list: async ({ call, query }) => listColumns(k, query.scope ? await callerOf(k, call) : call.actor, query),
  })
  keepNews(k)
}

function joinServices(k: Kernel): void {
  implement(k, 'content', service, {
    list: async ({ call, query }) => listServices(k, query.scope ? await callerOf(k, call) : call.actor, query),
    save: ({ call, body }) => saveService(k, call, body),
    publish: ({ call, body }) => moveService(k, call, 'publish', body),
    offPublish: ({ call, body }) => moveService(k, call, 'offPublish', body),
    remove: async ({ call, body }) => {
      await moveService(k, call, 'delete', body)
      return true as const
    },
    move: ({ call, body }) => orderService(k, call, body),
  })
  implement(k, 'content', finance, {
    list: async ({ call, query }) => listProducts(k, query.scope ? await callerOf(k, call) : call.actor, query),
    options: () => financeOptions(k),
    compare: ({ call, query }) => compareProducts(k, call.actor, query),
    judged: ({ actor }) => judgeProducts(k, actor),
    ask: ({ call, body }) => askForProduct(k, call, body),
    save: ({ call, body }) => saveProduct(k, call, body),
    publish: ({ call, body }) => moveProduct(k, call, 'publish', body),
    offPublish: ({ call, body }) => moveProduct(k, call, 'offPublish', body),
    remove: async ({ call, body }) => {
      await moveProduct(k, call, 'delete', body)
      return true as const
    },
    move: ({ call, body }) => orderProduct(k, call, body),
  })
}
