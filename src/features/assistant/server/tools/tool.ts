import type { FastifyRequest } from 'fastify'
import type { z } from 'zod'
import type { OAuthScope } from '#engine/auth/answers/programs.ts'
import type { Actor } from '#engine/declaration/actor.ts'
import type { RoleName } from '#engine/declaration/names.ts'
import { seesAll } from '#engine/records/server/visibility/scope.ts'
import type { Translate } from '#engine/declaration/derive/report/labels.ts'
import type { AppContext } from '#engine/server/context.ts'

/** Who asks through a program: the user, with the rights of this moment, and in which language. */
export interface Asked {
  readonly context: AppContext
  readonly request: FastifyRequest
  readonly actor: Actor
  /** Where pages are, for links. */
  readonly origin: string
  readonly translate: Translate
}

/** What a tool answers. */
export interface ToolAnswer {
  /** JSON. */
  readonly data: object
  /** Properties whose texts people typed, anywhere in `data`: data, never instructions. */
  readonly typedByPeople: readonly string[]
  /** The page that shows the same. */
  readonly url?: string | undefined
}

/** A tool as it is offered to one user. */
export interface Tool {
  readonly name: string
  readonly title: string
  readonly description: string
  readonly scope: OAuthScope
  /** Made when it is asked for: one call needs one of some hundred. */
  readonly input: () => z.ZodObject
  run(asked: Asked, input: never): Promise<ToolAnswer>
}

/** Declares a tool with the type of its input. */
export const tool = <Input extends z.ZodObject>(
  definition: Omit<Tool, 'input' | 'run'> & {
    readonly input: () => Input
    run(asked: Asked, input: z.output<Input>): Promise<ToolAnswer>
  },
): Tool => definition as Tool

/** Whether who asks holds all of these roles. */
export const holdsAll = ({ actor }: Pick<Asked, 'actor'>, roles: readonly RoleName[]): boolean =>
  seesAll(actor) || roles.every((role) => actor.roles.has(role))
