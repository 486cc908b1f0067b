/* The parameters and results of each call, from the OpenAPI description. */
import type { paths } from './openapi'

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** The paths with this method, as in the description: `/api/photos/images/{id}/`. */
export type Path<M extends Method> = {
  [P in keyof paths]: paths[P] extends Record<Lowercase<M>, object> ? P : never
}[keyof paths]

export type Operation<M extends Method, P extends Path<M>> = paths[P][Lowercase<M> & keyof paths[P]]

/** The parameters of a call: values for `{name}` in its path, a body, and optional ones. */
export type Input<Op> = (Op extends { parameters: { path: infer Params } }
  ? { params: { [Name in keyof Params]: Params[Name] | number } }
  : unknown) &
  (Op extends { requestBody: { content: infer Content } } ? { body: Body<Content> } : unknown) &
  (Op extends { parameters: { query?: infer Query } }
    ? { query?: { [Name in keyof Query]?: Query[Name] | undefined } }
    : unknown)

/** Forms are sent unchanged, everything else as JSON. */
type Body<Content> = Content extends { 'multipart/form-data': unknown }
  ? FormData | NonNullable<Json<{ content: Content }>>
  : Json<{ content: Content }>

type Json<Message> = Message extends { content: { 'application/json': infer Value } } ? Value : undefined

/** The body of a successful response; undefined if it has none. */
export type Answer<Op> = Op extends { responses: infer Responses }
  ? Json<Responses[keyof Responses & (200 | 201 | 202 | 204)]>
  : never
