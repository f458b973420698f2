/**
 * Endpoints that no test can call with success, each with the reason (ADR 1039). The list only shrinks: one that is answered after all is a
 * fault too.
 */
export const neverAnswered: Readonly<Record<string, string>> = {
  'GET /mcp': '按协议不提供推送，一律答 405（contract/mcp.ts，ADR 0207）',
  ...Object.fromEntries(
    ['land', 'workshop'].flatMap((kind) =>
      ['POST save', 'POST delete', 'POST updateReviewState', 'GET listReviewPassed', 'POST incViewNum', 'POST sendVerificationCode'].map(
        (call) => [call.replace(' ', ` /${kind}/reviewLog/`), '规格列有其名，一律答“不支持的操作”（contract/market/item.ts，歧义 A71）'],
      ),
    ),
  ),
}

/** What is wrong with the endpoints that a run of all interface tests has answered. */
export function unansweredOf(
  endpoints: readonly string[],
  answered: ReadonlySet<string>,
  excused: Readonly<Record<string, string>> = neverAnswered,
): string[] {
  const faults: string[] = []
  for (const key of endpoints)
    if (!answered.has(key) && !(key in excused)) faults.push(`没有一个接口测试成功调用过：${key}`)
    else if (answered.has(key) && key in excused) faults.push(`已有测试成功调用，请从 never-answered.ts 中去掉：${key}`)
  for (const key of Object.keys(excused)) if (!endpoints.includes(key)) faults.push(`never-answered.ts 中的接口不存在：${key}`)
  return faults
}
