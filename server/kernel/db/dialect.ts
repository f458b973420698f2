import {
  OperatorNode,
  PostgresDialect,
  PostgresQueryCompiler,
  PrimitiveValueListNode,
  ValueListNode,
  type BinaryOperationNode,
  type QueryCompiler,
} from 'kysely'

/** SQL knows no `in ()`. A list that happens to be empty holds nothing: `in` is false, `not in` is true, wherever a caller did not think of it. */
class EmptyListCompiler extends PostgresQueryCompiler {
  protected override visitBinaryOperation(node: BinaryOperationNode): void {
    const { operator, rightOperand: list } = node
    const empty = (PrimitiveValueListNode.is(list) || ValueListNode.is(list)) && list.values.length === 0
    if (empty && OperatorNode.is(operator) && operator.operator === 'in') this.append('false')
    else if (empty && OperatorNode.is(operator) && operator.operator === 'not in') this.append('true')
    else super.visitBinaryOperation(node)
  }
}

export class Dialect extends PostgresDialect {
  override createQueryCompiler(): QueryCompiler {
    return new EmptyListCompiler()
  }
}
