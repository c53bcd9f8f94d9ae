// Reads the calls of the merchants' interface from its description.
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parse } from 'yaml'

export const docs = fileURLToPath(new URL('../..', import.meta.url))
export const file = fileURLToPath(new URL('../../../server/src/main/resources/stockroom/http/openapi.yaml', import.meta.url))
export const description = parse(readFileSync(file, 'utf8'))

/// Follows a reference, merges the fields beside it, and makes one schema of the parts of an `allOf`.
export function resolved(schema) {
  const { $ref, allOf = [], ...own } = schema
  const target = $ref?.slice(2).split('/').reduce((at, name) => at[name], description)
  return [...($ref ? [target] : []), ...allOf].map(resolved).reduceRight((merged, part) => ({
    ...part,
    ...merged,
    ...((part.properties || merged.properties) && { properties: merge(part.properties, merged.properties) }),
    ...(Array.isArray(part.required ?? merged.required) && { required: [...new Set([...(part.required ?? []), ...(merged.required ?? [])])] })
  }), own)
}

function merge(properties = {}, over = {}) {
  const names = new Set([...Object.keys(properties), ...Object.keys(over)])
  return Object.fromEntries([...names].map(name => [name, { ...properties[name], ...over[name] }]))
}

/// The page of `listProducts` is reference/list-products.
const slug = id => id.replace(/[A-Z]/g, letter => `-${letter.toLowerCase()}`)

const signed = operation => (operation.security ?? description.security).length > 0

export const calls = Object.entries(description.paths).flatMap(([path, methods]) =>
  Object.entries(methods)
    .filter(([, operation]) => operation.operationId && signed(operation))
    .map(([method, operation]) => ({
      path,
      method: method.toUpperCase(),
      slug: slug(operation.operationId),
      ...operation,
      parameters: (operation.parameters ?? []).map(resolved),
      responses: Object.entries(operation.responses).map(([status, response]) => ({ status, ...resolved(response) }))
    }))
)

const isJson = type => type === 'application/json'

/// Prefers JSON where a call takes it and has fields, since arrays look the same there in every language.
export function request({ requestBody }) {
  const content = requestBody ? resolved(requestBody).content : { 'application/x-www-form-urlencoded': {} }
  const bodies = Object.entries(content).map(([type, { schema = {}, example, examples }]) => ({
    type, value: example ?? Object.values(examples ?? {})[0]?.value ?? exampleOf(resolved(schema))
  }))
  const { type, value } = bodies.find(({ type, value }) => isJson(type) && Object.keys(value).length) ?? bodies[0]
  return { types: Object.keys(content), type, value, json: isJson(type) }
}

/// Makes a body of the required fields' examples.
function exampleOf({ required = [], properties = {} }) {
  return Object.fromEntries(required.map(name => [name, resolved(properties[name]).example]))
}

/// Returns the schemas of a status's bodies, success first; a choice counts as several.
export function bodies({ content = {} }) {
  return choices(content['application/json']?.schema ?? {})
}

function choices(schema) {
  const of = resolved(schema)
  const parts = of.then ? [of.then, of.else] : of.oneOf ?? of.anyOf
  return parts ? parts.flatMap(choices) : [of]
}

export const successBody = call => bodies(call.responses.find(({ status }) => status === '200'))[0]

/// Returns the codes that a status may have.
export function codes(response) {
  const code = bodies(response).map(({ properties }) => resolved(properties?.code ?? {}))
  return [...new Set(code.flatMap(schema => (schema.const ? [schema.const] : schema.enum ?? [])))]
}

export const examples = ({ content = {} }) =>
  Object.entries(content['application/json']?.examples ?? {}).map(([name, { summary, value }]) => ({ name, summary, value }))
