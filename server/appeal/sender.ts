import type { z } from 'zod'
import { appealScores } from '../../contract/appeal/states.ts'
import type { EvaluateAppeal, SupplementAppeal } from '../../contract/appeal.ts'
import { signedIn } from '../kernel/actor.ts'
import { move } from '../kernel/flow.ts'
import type { Call, Kernel } from '../kernel/kernel.ts'
import { attachAt } from './attaching.ts'
import { promise } from './clock.ts'
import { noLongerAsked } from './extending.ts'
import { appealFlow } from './flow.ts'
import { APPEAL, handOnLead, moving } from './locking.ts'
import { endOfPause } from './pausing.ts'
import { informOffices, stepDone, tellCentre, tellOffices, tellSecondLevel } from './telling.ts'

type Only = { id: number; version?: number | undefined }

export const withdrawAppeal = (k: Kernel, call: Call, { id, version }: Only) =>
  moving(k, call, id, async (db, row) => {
    await stepDone(k, db, id)
    await handOnLead(k, db, id)
    const moved = await move(db, call, appealFlow, row, {
      move: 'withdraw',
      version: version ?? row.version,
      set: await endOfPause(k, db, row),
    })
    if (row.writers.length > 0) await informOffices(k, db, id, row.writers, '提出人撤回了诉求')
    return moved
  })

export const urgeAppeal = (k: Kernel, call: Call, { id, version }: Only) =>
  moving(k, call, id, async (db, row) => {
    const moved = await move(db, call, appealFlow, row, {
      move: 'urge',
      version: version ?? row.version,
      set: { urged_at: k.clock.now(), urge_count: row.urge_count + 1 },
    })
    if (row.writers.length > 0) await tellOffices(k, db, id, row.writers, '提出人催办的诉求')
    else await tellCentre(k, db, id, '提出人催办的诉求')
    return moved
  })

/** Adds text and files to an appeal; the filed text stays unchanged. */
export const supplementAppeal = (k: Kernel, call: Call, { id, version, content, files }: z.output<typeof SupplementAppeal>) =>
  moving(k, call, id, async (db, row) => {
    const moved = await move(db, call, appealFlow, row, {
      move: 'supplement',
      version: version ?? row.version,
      reason: content,
      // The pause waited for this supplement, so the clock resumes.
      set: row.pause_kind === 'company' ? await endOfPause(k, db, row) : {},
    })
    await attachAt(
      'files',
      db,
      signedIn(call.actor),
      files.map((file) => file.filePath),
      APPEAL,
      id,
    )
    if (row.writers.length > 0) await tellOffices(k, db, id, row.writers, '提出人补充了诉求', content)
    else await tellCentre(k, db, id, '提出人补充了诉求')
    return moved
  })

/** One evaluation. A dissatisfied sender may ask once for a second handling; then the clock starts anew and the new answer is evaluated. */
export const evaluateAppeal = (k: Kernel, call: Call, { id, version, score, content, redo }: z.output<typeof EvaluateAppeal>) =>
  moving(k, call, id, async (db, row) => {
    const detail = { score: appealScores[score] }
    await stepDone(k, db, id)
    const wish = { version: version ?? row.version, reason: content, detail, payload: { score } }
    if (!redo)
      return move(db, call, appealFlow, row, {
        ...wish,
        move: 'evaluate',
        set: { score, evaluate_content: content || null, evaluated_at: k.clock.now() },
      })
    const moved = await move(db, call, appealFlow, row, {
      ...wish,
      move: 'redo',
      set: {
        redone: true,
        closed_at: null,
        level: 2,
        merged_into: null,
        ...noLongerAsked,
        ...(await promise(db, row.type_id!, k.clock.now())),
      },
    })
    // What an assisting office said went into the answer that did not satisfy: it is asked anew.
    await db.updateTable('appeal_office').set({ assisted_at: null }).where('appeal_id', '=', id).execute()
    await tellOffices(k, db, id, row.writers, `提出人评价为“${appealScores[score]}”并要求重办的诉求`, content)
    await tellSecondLevel(k, db, id, `提出人评价为“${appealScores[score]}”，要求重办`)
    return moved
  })
