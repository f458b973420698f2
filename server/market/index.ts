import { landLog, marketGroups, workshopLog, type landInfo } from '../../contract/market/item.ts'
import { marketCost } from '../../contract/market/cost.ts'
import { market } from '../../contract/market/dealing.ts'
import { marketKeeping } from '../../contract/market/keeping.ts'
import { marketKindKeys, type MarketKind } from '../../contract/market/states.ts'
import { keepAnswers } from '../kernel/answers/kept-answers.ts'
import { siteArea } from '../kernel/config.ts'
import { fileOwner } from '../kernel/files/access.ts'
import { implement } from '../kernel/implement.ts'
import type { Kernel } from '../kernel/kernel.ts'
import { sendVerificationCode } from '../system/index.ts'
import { listContacts, requestContact } from './contact.ts'
import { countyOf } from './county.ts'
import { offerDictionaryUses } from './dictionary-uses.ts'
import { countItemView, enumsOf, findItem } from './detail.ts'
import { exportItems, offerMarketExports } from './export.ts'
import { offerMarketSearch } from './find.ts'
import { askOwnersDaily, confirmFresh, freshFigures } from './fresh.ts'
import { offerVisits, visitIcs } from './ics.ts'
import { importItems, offerMarketImport } from './import.ts'
import { favour, listFavourites } from './keeping/favourites.ts'
import { answerQuestion, askOwner, myQuestions, questionsOf, removeQuestion } from './keeping/questions.ts'
import { listSearches, removeSearch, saveSearch, tellSearchesRegularly } from './keeping/searches.ts'
import { likeItem } from './like.ts'
import { findStep, listLog, logEnums, unsupported } from './log.ts'
import { pinsOf } from './map/pins.ts'
import { tileOf } from './map/tiles.ts'
import { markContact } from './marks.ts'
import { matchesOf } from './match/match.ts'
import { shelfOf } from './match/shelf.ts'
import { tellMatchesRegularly } from './match/tell.ts'
import { removeItem, reviewItem } from './moves.ts'
import { streetsOf } from './names.ts'
import { offerMarket } from './offers.ts'
import { listOwn } from './own-list.ts'
import { listMine, offerOwnTodos } from './own-start.ts'
import { offerMarketPersonalData } from './personal.ts'
import { prefillOf } from './prefill.ts'
import { listPublic } from './public-list.ts'
import { remindVisitsRegularly } from './remind.ts'
import { listReports, reportItem, settleReport } from './report.ts'
import { saveItem } from './save.ts'
import { offerMarketOpenMatters } from './closing.ts'
import { offerMarketTodos } from './todos.ts'
import { costOf } from './cost.ts'
import { reviewItems } from './review-batch.ts'
import { bookVisit, cancelVisit, endVisit, listSlots, listVisits, offerSlots } from './visits.ts'
import { hearMarket, MARKET, onMarketChange, seenBy } from './visible.ts'
import { closeSlot } from './visit-ends.ts'

export { checkPin } from './county.ts'

/** Joins 供需市场: land and workshops, demands for them, and how both sides find each other (ADR 0620–0624). */
export function joinMarket(k: Kernel): void {
  // An unreadable MAP_FILE stops the start, instead of failing every map.
  countyOf(k)
  hearMarket(k)
  k.mounts.push((http) => {
    http.addHook('onListen', () => shelfOf(k).fill())
  })
  offerMarketPersonalData(k)
  offerDictionaryUses(k)
  offerMarketTodos(k)
  offerMarketOpenMatters(k)
  offerOwnTodos(k)
  offerMarket(k)
  offerVisits(k)
  offerMarketSearch(k)
  askOwnersDaily(k)
  tellMatchesRegularly(k)
  remindVisitsRegularly(k)
  tellSearchesRegularly(k)
  offerMarketImport(k)
  offerMarketExports(k)
  fileOwner(k, MARKET, async (actor, id) => {
    if (!/^\d{1,15}$/.test(id)) return false
    return (
      (await k.db.selectFrom('market_item as p').select('p.id').where('p.id', '=', Number(id)).where(seenBy(actor)).executeTakeFirst())
      !== undefined
    )
  })
  for (const kind of marketKindKeys) joinKind(k, kind)
  for (const [of, log] of [
    ['land', landLog],
    ['workshop', workshopLog],
  ] as const)
    implement(k, 'market', log, {
      list: ({ actor, query }) => listLog(k, actor, of, query),
      findById: ({ actor, query }) => findStep(k, actor, of, query.id),
      enums: async () => logEnums(of),
      save: unsupported,
      remove: unsupported,
      updateReviewState: unsupported,
      listReviewPassed: unsupported,
      incViewNum: unsupported,
      sendVerificationCode: unsupported,
    })
  implement(k, 'market', marketKeeping, {
    mine: ({ actor, query }) => listMine(k, actor, query),
    favour: ({ call, body }) => favour(k, call, body),
    favourites: ({ actor, query }) => listFavourites(k, actor, query),
    saveSearch: ({ call, body }) => saveSearch(k, call, body),
    searches: ({ actor }) => listSearches(k, actor),
    removeSearch: ({ call, body }) => removeSearch(k, call, body.id),
    ask: ({ call, body }) => askOwner(k, call, body),
    questions: ({ call, query }) => questionsOf(k, call, query),
    myQuestions: ({ actor, query }) => myQuestions(k, actor, query),
    answer: ({ call, body }) => answerQuestion(k, call, body),
    removeQuestion: ({ call, body }) => removeQuestion(k, call, body.id),
  })
  implement(k, 'market', marketCost, { cost: ({ call, query }) => costOf(k, call, query) })
  implement(k, 'market', market, {
    confirmFresh: ({ call, body }) => confirmFresh(k, call, body),
    forDemand: ({ actor, query }) => matchesOf(k, actor, query, 'demand'),
    forSupply: ({ actor, query }) => matchesOf(k, actor, query, 'supply'),
    requestContact: ({ call, body }) => requestContact(k, call, body),
    contacts: ({ actor, query }) => listContacts(k, actor, query),
    markContact: ({ call, body }) => markContact(k, call, body),
    offerSlots: ({ call, body }) => offerSlots(k, call, body),
    closeSlot: ({ call, body }) => closeSlot(k, call, body.slotId),
    slots: ({ actor, query }) => listSlots(k, actor, query),
    bookVisit: ({ call, body }) => bookVisit(k, call, body),
    cancelVisit: ({ call, body }) => cancelVisit(k, call, body),
    endVisit: ({ call, body }) => endVisit(k, call, body),
    visits: ({ actor, query }) => listVisits(k, actor, query),
    visitIcs: ({ actor, query }) => visitIcs(k, actor, query.id),
    like: ({ query }) => likeItem(k, query),
    map: ({ query }) => pinsOf(k, query),
    base: async () => ({ ...countyOf(k), tiles: k.config.MAP_TILES !== undefined }),
    reviewBatch: ({ call, body }) => reviewItems(k, call, body),
    report: ({ call, body }) => reportItem(k, call, body),
    reports: ({ actor, query }) => listReports(k, actor, query),
    settleReport: ({ call, body }) => settleReport(k, call, body),
    figures: ({ actor, query }) => freshFigures(k, actor, query.kind),
    export: ({ call, query }) => exportItems(k, call, query),
    prefill: ({ actor }) => prefillOf(k, actor),
    tile: ({ query }) => tileOf(k, query),
    importWorkshops: ({ call }) => importItems(k, call, 'workshopInfo'),
    importLand: ({ call }) => importItems(k, call, 'landInfo'),
  })
  keepMarketAnswers(k)
}

/** Answers to visitors without a token are cached for seconds and dropped after every change of the market. */
function keepMarketAnswers(k: Kernel): void {
  const of = <E>(each: (group: typeof landInfo) => E): E[] => marketKindKeys.map((kind) => each(marketGroups[kind] as typeof landInfo))
  const kept = [
    keepAnswers(k, [...of(({ listReviewPassed }) => listReviewPassed), market.map], { ttlMs: 1000, http: true }),
    // Forgotten at every change in every process; only views and the rates of answers may be as old as this.
    keepAnswers(k, [...of(({ findById }) => findById), market.like], { ttlMs: 30_000, http: true }),
  ]
  onMarketChange(k, () => kept.forEach((one) => one.forget()))
}

/** Implements nine calls, the same for each of the four kinds. */
function joinKind(k: Kernel, kind: MarketKind): void {
  // The four groups have the same shape; `kind` selects one.
  const group: typeof landInfo = marketGroups[kind]
  implement(k, 'market', group, {
    list: ({ call, query }) => listOwn(k, call, kind, query),
    save: ({ call, body }) => saveItem(k, call, kind, body),
    remove: ({ call, body }) => removeItem(k, call, kind, body),
    findById: ({ call, query }) => findItem(k, call, kind, query.id),
    updateReviewState: ({ call, body }) => reviewItem(k, call, kind, body),
    listReviewPassed: ({ query }) => listPublic(k, kind, query),
    incViewNum: ({ call, body }) => countItemView(k, call, kind, body.id),
    sendVerificationCode: ({ call, body }) => sendVerificationCode(k, call, { ...body, purpose: 'market' }),
    enums: async () => enumsOf(k, kind, await streetsOf(k.db, siteArea(k.config))),
  })
}
