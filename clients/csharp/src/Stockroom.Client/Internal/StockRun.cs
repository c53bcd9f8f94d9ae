using System;
using System.Collections.Generic;
using System.Globalization;
using System.Linq;
using System.Text.Json;
using System.Text.RegularExpressions;
using System.Threading;
using System.Threading.Tasks;

namespace Stockroom
{
    /// Creates stock: sends requests one after the other, until everything is written or refused, or no further attempt
    /// is allowed.
    internal sealed class StockRun
    {
        private static readonly string[] ProductCodes = { "PRODUCT_UNKNOWN", "PRODUCT_FULL", "COLORS_TOO_MANY" };
        private static readonly Regex Place = new Regex(@"\A\[([0-9]{1,6})\](?:\.param\[([0-9]{1,6})\])?");

        private readonly ApiConnection connection;
        private readonly RetryPolicy retry;
        private readonly List<StockEntry> entries;
        private readonly bool dryRun;
        private readonly bool oneRequest;
        private readonly string? key;
        private readonly string? reference;
        private readonly IProgress<CreateProgress>? progress;
        private readonly StockRunReport report;

        internal StockRun(
            ApiConnection connection, RetryPolicy retry, List<StockEntry> entries, CreateStockOptions options)
        {
            this.connection = connection;
            this.retry = retry;
            this.entries = entries;
            dryRun = options.DryRun;
            oneRequest = options.OneRequest;
            key = options.IdempotencyKey;
            reference = options.Reference;
            progress = options.Progress;
            report = new StockRunReport(entries);
        }

        internal async Task<CreateReport> RunAsync(CancellationToken cancellationToken)
        {
            var requests = StockPlan.Of(entries, connection.Messages);
            if (oneRequest && requests.Count > 1)
                throw new BadRequestException(new StockroomFailure(
                    connection.Messages.EntriesTooMany(entries.Count, requests.Count), code: "ENTRIES_TOO_MANY"));
            try
            {
                for (int i = 0; i < requests.Count; i++)
                {
                    await SendAsync(requests[i], cancellationToken).ConfigureAwait(false);
                    progress?.Report(new CreateProgress(i + 1, requests.Count, report.Done()));
                }
                return report.Done();
            }
            catch (StockroomException e)
            {
                throw new CreateStockException(report.Done(), e, connection.Messages);
            }
            catch (OperationCanceledException e)
            {
                throw new CreateStockCanceledException(report.Done(), e, connection.Messages);
            }
        }

        /// Takes out what the server refuses, and sends the rest again with another key.
        private async Task SendAsync(List<StockElement> elements, CancellationToken cancellationToken)
        {
            while (elements.Count > 0)
            {
                var request = ApiRequest.Json("/Stock/Creat", json => Write(json, elements))
                    .AsWrite(dryRun, reference, key);
                try
                {
                    var body = await connection.CallAsync(request, cancellationToken, retry).ConfigureAwait(false);
                    report.Mark(elements, dryRun ? EntryState.Checked : EntryState.Written, body.Part("push").Long());
                    return;
                }
                catch (StockroomException e) when (e is RefusedException || e is BadRequestException)
                {
                    var rejected = Reject(elements, e);
                    if (rejected.Count == 0 || oneRequest)
                        throw;
                    elements.ForEach(it => it.Entries.RemoveAll(rejected.Contains));
                    elements.RemoveAll(it => it.Entries.Count == 0);
                }
                catch (Exception) when (request.IsOutcomeUnknown)
                {
                    report.Mark(elements, EntryState.Unknown);
                    throw;
                }
                finally
                {
                    report.Add(request);
                }
            }
        }

        private void Write(Utf8JsonWriter json, List<StockElement> elements)
        {
            json.WriteStartArray();
            foreach (var element in elements)
            {
                json.WriteStartObject();
                json.WriteProduct(element.ProductId, element.ArtNo);
                json.WriteString("color", element.Color);
                json.WriteStartArray("param");
                foreach (int index in element.Entries)
                    Write(json, entries[index]);
                json.WriteEndArray();
                json.WriteEndObject();
            }
            json.WriteEndArray();
        }

        private static void Write(Utf8JsonWriter json, StockEntry entry)
        {
            json.WriteStartObject();
            json.WriteString("size", entry.Size.ToString(CultureInfo.InvariantCulture));
            json.WriteIfGiven("stock", entry.Stock);
            json.WriteIfGiven("delta", entry.Delta);
            json.WriteIfGiven("expected", entry.Expected);
            json.WriteIfGiven("barCode", entry.BarCode);
            if (entry.ClearBarCode)
                json.WriteBoolean("clearBarCode", true);
            json.WriteEndObject();
        }

        /// Returns the entries that a request was refused for; none if the response does not name them.
        private HashSet<int> Reject(List<StockElement> elements, StockroomException e)
        {
            var rejected = new HashSet<int>();
            if (ProductCodes.Contains(e.Code))
                foreach (var element in elements.Where(it => e.ProductIds.Contains(it.ProductId)))
                    foreach (int index in element.Entries.Where(rejected.Add))
                        report.Reject(index, e.Code, e.Reason, null);
            else
                foreach (var violation in e.Violations)
                    foreach (int index in EntriesAt(violation.At, elements).Where(rejected.Add))
                        report.Reject(index, violation.Code, violation.Message, violation.Stock);
            return rejected;
        }

        /// Returns the entries at a place of the request, such as [17].param[2].stock or [17].color.
        private static IEnumerable<int> EntriesAt(string place, List<StockElement> elements)
        {
            var found = Place.Match(place);
            var entries = found.Success
                ? elements.Skip(int.Parse(found.Groups[1].Value)).Take(1).SelectMany(it => it.Entries)
                : Enumerable.Empty<int>();
            return found.Groups[2].Success ? entries.Skip(int.Parse(found.Groups[2].Value)).Take(1) : entries;
        }
    }
}
