import type { Attributes } from '../../../contract/market/attributes.ts'
import { fits, marketKinds, type Fit, type MarketKind } from '../../../contract/market/states.ts'
import { TRUE, type Facts, type Judgement, type PlainJudgement } from '../../matching/index.ts'
import type { Board, Held, Walk } from './board.ts'
import { answersOf, engines, supplyOf } from './catalogue.ts'
import { ruleOf } from './demand-rule.ts'
import type { Shelved } from './shelved.ts'

interface Item {
  id: number
  kind: MarketKind
  title: string
  facts: Attributes
  street_ids: readonly string[]
}
const verdicts: Readonly<Record<PlainJudgement['ruleVerdict'], Fit>> = {
  match: fits.code.fits,
  near: fits.code.near,
  unknown: fits.code.open,
  nomatch: fits.code.not,
}
/** Demands judged between two turns of other requests. */
const BATCH = 500

/** Items of the other side, held against an item: the facts of the supply by the rule of the demand, in both directions. */
export interface Against {
  /** all of them by their verdict */
  held(board: Board, since: number): Walk<Held>
  /** only those that match */
  meeting(board: Board, since: number): Walk<Shelved[]>
  /** one of them, with reasons */
  judge(other: Shelved): Judgement
}

/** `day`: 'YYYY-MM-DD'. */
export const judgeAgainst = (item: Item, day: string): Against =>
  marketKinds[item.kind].side === 'supply' ? ofSupply(item, day) : ofDemand(item, day)

/** A demand has one rule, which is held against the columns of all supplies. */
function ofDemand(item: Item, day: string): Against {
  const engine = engines[supplyOf(item.kind)]
  const rule = engine.compilePolicy(ruleOf(item.id, item.kind, item.title, item.facts, item.street_ids))
  return {
    held: (board, since) => board.held(rule, since),
    meeting: (board, since) => board.meeting(rule, since),
    judge: (other) => engine.judge(rule, engine.facts(answersOf(other.attributes, other.streetIds[0]), day), { applyDate: day }),
  }
}

/** A supply is judged by the rule of each demand; one without a usable rule matches nothing. */
function ofSupply(item: Item, day: string): Against {
  const engine = engines[supplyOf(item.kind)]
  const factsNow = (): Facts => engine.facts(answersOf(item.facts, item.street_ids[0]), day)
  return {
    *held(board, since) {
      const found: [Shelved[], Shelved[], Shelved[]] = [[], [], []]
      let [not, facts] = [0, factsNow()]
      for (const [n, other] of board.listed(since).entries()) {
        // The record of facts grows with each judgement.
        if (n % BATCH === 0) facts = factsNow()
        if (n % BATCH === BATCH - 1 && (yield)) break
        const fit = other.rule ? verdicts[engine.judge(other.rule, facts, { applyDate: day }).ruleVerdict] : fits.code.not
        if (fit === fits.code.not) not++
        else found[fit].push(other)
      }
      return { 0: found[0], 1: found[1], 2: found[2], not }
    },
    *meeting(board, since) {
      const facts = factsNow()
      const found: Shelved[] = []
      for (const [n, other] of board.listed(since).entries()) {
        if (n % BATCH === BATCH - 1) yield
        if (other.rule?.test(facts) === TRUE) found.push(other)
      }
      return found
    },
    // Of demands without a usable rule none is ever shown.
    judge: (other) => engine.judge(other.rule!, factsNow(), { applyDate: day }),
  }
}
