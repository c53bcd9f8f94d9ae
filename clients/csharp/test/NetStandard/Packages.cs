// Declares what the client and the compiler use of System.Text.Json, Microsoft.Bcl.AsyncInterfaces and
// System.Threading.Tasks.Extensions. Nothing of it is run.
using System.Collections.Generic;
using System.IO;
using System.Runtime.CompilerServices;
using System.Text.Encodings.Web;
using System.Threading;
using System.Threading.Tasks;
using System.Threading.Tasks.Sources;

namespace System
{
    public interface IAsyncDisposable
    {
        ValueTask DisposeAsync();
    }
}

namespace System.Collections.Generic
{
    public interface IAsyncEnumerable<out T>
    {
        IAsyncEnumerator<T> GetAsyncEnumerator(CancellationToken cancellationToken = default);
    }

    public interface IAsyncEnumerator<out T> : IAsyncDisposable
    {
        T Current { get; }

        ValueTask<bool> MoveNextAsync();
    }
}

namespace System.Threading.Tasks
{
    public readonly struct ValueTask
    {
        public ValueTask(IValueTaskSource source, short token) { }
        public ValueTaskAwaiter<int> GetAwaiter() => throw null!;
    }

    public readonly struct ValueTask<T>
    {
        public ValueTask(T result) { }
        public ValueTask(IValueTaskSource<T> source, short token) { }
        public ValueTaskAwaiter<T> GetAwaiter() => throw null!;
    }

    public static class TaskAsyncEnumerableExtensions
    {
        public static ConfiguredCancelableAsyncEnumerable<T> ConfigureAwait<T>(
            this IAsyncEnumerable<T> source, bool continueOnCapturedContext) => throw null!;
    }
}

namespace System.Threading.Tasks.Sources
{
    public enum ValueTaskSourceStatus { Pending }

    public enum ValueTaskSourceOnCompletedFlags { None }

    public interface IValueTaskSource
    {
        ValueTaskSourceStatus GetStatus(short token);
        void OnCompleted(Action<object?> next, object? state, short token, ValueTaskSourceOnCompletedFlags flags);
        void GetResult(short token);
    }

    public interface IValueTaskSource<out T>
    {
        ValueTaskSourceStatus GetStatus(short token);
        void OnCompleted(Action<object?> next, object? state, short token, ValueTaskSourceOnCompletedFlags flags);
        T GetResult(short token);
    }

    public struct ManualResetValueTaskSourceCore<T>
    {
        public short Version => throw null!;
        public void Reset() { }
        public void SetResult(T result) { }
        public void SetException(Exception error) { }
        public T GetResult(short token) => throw null!;
        public ValueTaskSourceStatus GetStatus(short token) => throw null!;
        public void OnCompleted(
            Action<object?> next, object? state, short token, ValueTaskSourceOnCompletedFlags flags) { }
    }
}

namespace System.Runtime.CompilerServices
{
    public sealed class EnumeratorCancellationAttribute : Attribute { }

    public sealed class AsyncIteratorStateMachineAttribute : StateMachineAttribute
    {
        public AsyncIteratorStateMachineAttribute(Type stateMachineType) : base(stateMachineType) { }
    }

    public struct AsyncIteratorMethodBuilder
    {
        public static AsyncIteratorMethodBuilder Create() => throw null!;
        public void MoveNext<TMachine>(ref TMachine machine) where TMachine : IAsyncStateMachine { }
        public void AwaitOnCompleted<TAwaiter, TMachine>(ref TAwaiter awaiter, ref TMachine machine)
            where TAwaiter : INotifyCompletion where TMachine : IAsyncStateMachine { }
        public void AwaitUnsafeOnCompleted<TAwaiter, TMachine>(ref TAwaiter awaiter, ref TMachine machine)
            where TAwaiter : ICriticalNotifyCompletion where TMachine : IAsyncStateMachine { }
        public void Complete() { }
    }

    public readonly struct ValueTaskAwaiter<T> : ICriticalNotifyCompletion
    {
        public bool IsCompleted => throw null!;
        public T GetResult() => throw null!;
        public void OnCompleted(Action next) { }
        public void UnsafeOnCompleted(Action next) { }
    }

    public readonly struct ConfiguredCancelableAsyncEnumerable<T>
    {
        public Enumerator GetAsyncEnumerator() => throw null!;

        public readonly struct Enumerator
        {
            public T Current => throw null!;
            public ValueTask<bool> MoveNextAsync() => throw null!;
            public ValueTask DisposeAsync() => throw null!;
        }
    }
}

namespace System.Text.Encodings.Web
{
    public abstract class JavaScriptEncoder
    {
        public static JavaScriptEncoder UnsafeRelaxedJsonEscaping => throw null!;
    }
}

namespace System.Text.Json
{
    public class JsonException : Exception { }

    public enum JsonValueKind { Undefined, Object, Array, String, Number, True, False, Null }

    public sealed class JsonDocument : IDisposable
    {
        public static JsonDocument Parse(string json) => throw null!;
        public JsonElement RootElement => throw null!;
        public void Dispose() { }
    }

    public readonly struct JsonElement
    {
        public JsonValueKind ValueKind => throw null!;
        public JsonElement Clone() => throw null!;
        public bool TryGetProperty(string name, out JsonElement value) => throw null!;
        public IEnumerable<JsonElement> EnumerateArray() => throw null!;
        public string? GetString() => throw null!;
        public bool TryGetInt32(out int value) => throw null!;
        public bool TryGetInt64(out long value) => throw null!;
        public bool TryGetDecimal(out decimal value) => throw null!;
    }

    public struct JsonWriterOptions
    {
        public JavaScriptEncoder? Encoder { get; set; }
    }

    public sealed class Utf8JsonWriter : IDisposable
    {
        public Utf8JsonWriter(Stream stream, JsonWriterOptions options) { }
        public void Dispose() { }
        public void WriteStartObject() { }
        public void WriteEndObject() { }
        public void WriteStartArray() { }
        public void WriteStartArray(string name) { }
        public void WriteEndArray() { }
        public void WriteNumber(string name, int value) { }
        public void WriteNumberValue(int value) { }
        public void WriteString(string name, string? value) { }
        public void WriteStringValue(string? value) { }
        public void WriteBoolean(string name, bool value) { }
    }
}
