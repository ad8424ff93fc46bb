import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The parts of OpenAPI that the providers' descriptions use. */
interface Schema {
  readonly $ref?: string;
  readonly type?: string;
  readonly nullable?: boolean;
  readonly enum?: readonly unknown[];
  readonly 'x-open-enum'?: boolean;
  readonly anyOf?: readonly Schema[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
}

interface Description {
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
}

/** A provider's description of its bodies, in ../shared/providers. */
export function readDescription(provider: 'square' | 'stripe') {
  const file = join(import.meta.dirname, `../../../shared/providers/${provider}-openapi-subset.json`);
  const isThere = existsSync(file);
  const description = isThere ? JSON.parse(readFileSync(file, 'utf8')) : null;
  return {
    isThere,
    why: isThere ? '' : ' (skipped: ../shared/providers is absent)',
    differences: (name: string, body: unknown) => differences(description, name, body),
  };
}

/** Every difference between a body and its schema: missing and unknown keys, wrong types and enum values. */
function differences(description: Description, name: string, body: unknown): string[] {
  const { schemas } = description.components;
  const resolve = (schema: Schema): Schema => {
    const target = schema.$ref?.split('/').at(-1);
    if (target === undefined) return schema;
    const found = schemas[target];
    if (!found) throw new Error(`Unknown schema ${target}`);
    return { ...found, nullable: schema.nullable ?? found.nullable };
  };
  const check = (given: Schema, value: unknown, at: string): string[] => {
    const schema = resolve(given);
    if (value === null) return schema.nullable ? [] : [`${at}: null`];
    if (schema.anyOf) {
      const tries = schema.anyOf.map((option) => check(option, value, at));
      return tries.reduce((best, one) => (one.length < best.length ? one : best));
    }
    return [...checkWord(schema, value, at), ...checkType(schema, value, at)];
  };
  const checkType = (schema: Schema, value: unknown, at: string): string[] => {
    if (Array.isArray(value)) {
      if (schema.type !== 'array') return [`${at}: a list, not ${schema.type}`];
      return value.flatMap((item, index) => check(schema.items ?? {}, item, `${at}[${index}]`));
    }
    if (typeof value === 'object' && value !== null) return checkObject(schema, value, at);
    const isRight = schema.type === undefined || schema.type === typeOf(value) || bothNumbers(schema, value);
    return isRight ? [] : [`${at}: ${typeOf(value)}, not ${schema.type}`];
  };
  const checkObject = (schema: Schema, value: object, at: string): string[] => {
    if (schema.type !== undefined && schema.type !== 'object')
      return [`${at}: an object, not ${schema.type}`];
    const missing = (schema.required ?? []).filter((key) => !Object.hasOwn(value, key));
    const { properties } = schema;
    if (!properties) return missing.map((key) => `${at}.${key}: missing`);
    const inner = Object.entries(value).flatMap(([key, one]) => {
      const property = properties[key];
      return property ? check(property, one, `${at}.${key}`) : [`${at}.${key}: unknown`];
    });
    return [...missing.map((key) => `${at}.${key}: missing`), ...inner];
  };
  return check({ $ref: `#/components/schemas/${name}` }, body, name);
}

function checkWord(schema: Schema, value: unknown, at: string): string[] {
  const isOpen = schema['x-open-enum'] === true;
  return !schema.enum || isOpen || schema.enum.includes(value) ? [] : [`${at}: '${String(value)}'`];
}

function typeOf(value: unknown): string {
  if (typeof value !== 'number') return typeof value;
  return Number.isInteger(value) ? 'integer' : 'number';
}

const bothNumbers = (schema: Schema, value: unknown) => schema.type === 'number' && typeof value === 'number';
